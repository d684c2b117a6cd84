import type { Evaluation } from '@licet/core';
import { outputObligations } from '@licet/core/nodes';
import type { OutputObligations } from '@licet/core/policy';

import { copyOfData } from './ownCopy.ts';
import type { ToolCall } from './runtime.ts';
import type { Decision } from './event.ts';

/** What is to be done about a call. Without an evaluation the call could not even be judged. */
export interface Decided {
  readonly decision: Decision;
  readonly evaluation?: Evaluation;
}

/** Tells whether a call may run. */
export function mayRun(decided: Decided): decided is Required<Decided> {
  return decided.evaluation?.passed === true;
}

/** The arguments that a call may run with: a copy of those that were judged, which the tool may change, with what the policy rewrites. */
export function argumentsFor({ decision, evaluation }: Required<Decided>): ToolCall['input'] {
  return copyOfData(decision.do === 'rewrite' ? decision.args : evaluation.action.payload);
}

/** Tells whether a question waits that was put before this decision: one that it has only now put has no answer yet. */
export function wasAsked({ evaluation }: Decided): boolean {
  return evaluation?.approval?.status === 'pending' && evaluation.approval.id !== evaluation.id;
}

/** What the model should hear beside the result of a call that may run. */
export function noticeOf({ decision }: Decided): string | undefined {
  return decision.do === 'tell' || decision.do === 'rewrite' ? decision.text : undefined;
}

/** What the policy demands of the output of a call. */
export function owedOf({ obligations }: Evaluation): readonly (keyof OutputObligations)[] {
  return Object.keys(outputObligations(obligations) ?? {}) as (keyof OutputObligations)[];
}
