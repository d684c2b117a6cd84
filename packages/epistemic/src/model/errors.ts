import { GovernanceError } from '@licet/core';

/** Every code that an {@link EpistemicError} can carry. They are stable: programs may branch on them. */
export type EpistemicErrorCode =
  | 'alias_conflict'
  | 'candidate_invalid'
  | 'cyclic_relationship'
  | 'dangling_target'
  | 'gap_resolved'
  | 'graph_closed'
  | 'graph_corrupt'
  | 'graph_missing'
  | 'graph_read_only'
  | 'graph_unavailable'
  | 'import_conflict'
  | 'invalid_document'
  | 'invalid_primitive'
  | 'name_conflict'
  | 'not_found'
  | 'policy_misplaced'
  | 'provenance_missing'
  | 'registry_conflict'
  | 'registry_frozen'
  | 'schema_version'
  | 'snapshot_stale'
  | 'version_conflict';

/**
 * Thrown for a fault of a graph, of a change to it, or of a caller. A gap in knowledge is never thrown: it is data in
 * the grounding result. Inside a guard every such error becomes an errored verdict, which blocks at the root.
 */
export class EpistemicError extends GovernanceError<EpistemicErrorCode> {
  override readonly name = 'EpistemicError';

  constructor(code: EpistemicErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    Object.freeze(this);
  }
}
