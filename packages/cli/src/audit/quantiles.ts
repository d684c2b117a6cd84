/** How far a quantile may be off, as a share of it. */
const ERROR = 0.01;
const GAMMA: number = (1 + ERROR) / (1 - ERROR);
const LOG_GAMMA: number = Math.log(GAMMA);
const LEAST = 1e-6;

/** The quantiles of any number of values in bounded memory, each within one per cent. */
export interface Quantiles {
  readonly count: number;
  add(value: number): void;
  /** The value below which the given share of the values lies; 0 when there are none. */
  at(share: number): number;
}

/** Counts values in buckets that grow by two per cent. What is below a millionth counts as nothing. */
export function quantiles(): Quantiles {
  const buckets = new Map<number, number>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(value) {
      if (!Number.isFinite(value)) return;
      const bucket = value <= LEAST ? Number.NEGATIVE_INFINITY : Math.ceil(Math.log(value) / LOG_GAMMA);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
      count++;
    },
    at(share) {
      let below = 0;
      for (const [bucket, held] of [...buckets].toSorted(([a], [b]) => a - b)) {
        below += held;
        if (below >= share * count) return bucket === Number.NEGATIVE_INFINITY ? 0 : (2 * GAMMA ** bucket) / (1 + GAMMA);
      }
      return 0;
    },
  };
}
