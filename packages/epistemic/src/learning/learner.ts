import type { MaybePromise } from '@licet/core';
import type { GroundingResult } from '../grounding/result.ts';
import type { Gap } from '../model/gap.ts';
import type { LearningCandidate } from './candidates.ts';

/**
 * What a learner decides about a gap: take the candidate as proposed (`accepted`) or after it was changed
 * (`modified`), leave this gap for now (`skipped`), or stop learning (`rejected`).
 */
export type CandidateDecision = 'accepted' | 'modified' | 'skipped' | 'rejected';

/** A learner's answer. Without a candidate it is a rejection, whatever the decision says. */
export interface LearningAnswer {
  readonly decision: CandidateDecision;
  readonly candidate: LearningCandidate | null;
}

/** What a learner is asked. */
export interface LearningRequest {
  readonly gap: Gap;
  /** The form to fill in. */
  readonly template: LearningCandidate;
  /** The grounding that has the gap. */
  readonly result: GroundingResult;
  /** Says why a candidate could not be written as the graph is now; undefined for one that could. */
  readonly check: (candidate: LearningCandidate) => Promise<string | undefined>;
  /** Why the previous answer for this gap was refused. */
  readonly refusal?: string;
  /** Aborted when the answer is no longer awaited. */
  readonly signal: AbortSignal;
}

/** Fills in what is not known: a model, a person, a form. `open` and `close` surround a run, also one that fails. */
export interface Learner {
  open?(): MaybePromise<void>;
  close?(): MaybePromise<void>;
  propose(request: LearningRequest): MaybePromise<LearningAnswer>;
}
