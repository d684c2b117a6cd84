export type {
  AmbiguityCandidate,
  DepthCandidate,
  ExistenceCandidate,
  FadedCandidate,
  LearningCandidate,
  ProposedDepth,
  ProposedRelatum,
  ReachabilityCandidate,
  RelationalCandidate,
} from './candidates.ts';
export { templateFor } from './candidates.ts';
export type { EdgeProposal, EditedEdge } from './failure.ts';
export { acceptEdge, pendingEdges, proposeFromFailure, rejectEdge } from './failure.ts';
export type { LearningRun } from './learnAll.ts';
export { learnAll } from './learnAll.ts';
export type { CandidateDecision, Learner, LearningAnswer, LearningRequest } from './learner.ts';
export { edgePrerequisites, learnGap } from './learnGap.ts';
export type { AskModel, ModelLearnerOptions, ModelMessage, Proposal, Review } from './modelLearner.ts';
export { modelLearner } from './modelLearner.ts';
export type { ConceptProposal, ConceptSuggestion, ProposalAnswer } from './proposeConcept.ts';
export { acceptConcept, isConceptProposal, pendingConceptProposals, proposeConcept, rejectConcept } from './proposeConcept.ts';
export type { LearningOutcome, LearnOptions } from './run.ts';
