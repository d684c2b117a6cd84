/** How one evaluation is to be made. */
export interface Manner {
  /** Only explain: collect everything, commit nothing, record nothing. */
  readonly dry: boolean;
  readonly timing: boolean;
  readonly sync: boolean;
  readonly signal: AbortSignal | undefined;
  /** Set when nobody waits for the evaluation any more: it then changes nothing. */
  abandoned: boolean;
}

/** The manner of an explanation. */
export const DRY: Manner = Object.freeze({ dry: true, timing: false, sync: false, signal: undefined, abandoned: false });

/** Tells whether the caller has given up. */
export function gaveUp({ abandoned, signal }: Manner): boolean {
  return abandoned || signal?.aborted === true;
}

/** The manner of an evaluation that counts, and that nobody has given up. */
export function wet(signal?: AbortSignal): Manner {
  return { dry: false, timing: false, sync: false, signal, abandoned: false };
}
