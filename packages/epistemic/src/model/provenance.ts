/**
 * Where a piece of knowledge comes from: written by a person (`authored`), proposed by a learner and accepted as it was
 * (`learned`), changed in conversation before it was accepted (`conversational`), or made by grounding itself to stand
 * for something unknown (`synthetic`, never stored). It is a genealogy, not a ranking of trust.
 */
export type ProvenanceSource = 'authored' | 'learned' | 'conversational' | 'synthetic';

/** Every source. */
export const PROVENANCE_SOURCES: readonly ProvenanceSource[] = Object.freeze([
  'authored',
  'learned',
  'conversational',
  'synthetic',
] as const);

/** The origin of one primitive, one depth or one relatum. */
export interface Provenance {
  readonly source: ProvenanceSource;
  /** When it was first written, ISO 8601 in UTC. */
  readonly createdAt: string;
  /** When it last changed, ISO 8601 in UTC. */
  readonly updatedAt: string;
  readonly detail?: string;
  /** The peer whose knowledge it is, by the name that this graph gives it. Grounding adds it; no store keeps it. */
  readonly peer?: string;
}

/** Makes a provenance whose two times are `at`, in milliseconds since the epoch (the caller's clock). */
export function provenance(source: ProvenanceSource, at: number, detail?: string): Provenance {
  const time = new Date(at).toISOString();
  return { source, createdAt: time, updatedAt: time, ...(detail === undefined ? {} : { detail }) };
}
