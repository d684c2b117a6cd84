import type { HumanAnswer } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

/** Puts a question where LangGraph keeps them: stops the run, and returns the answer when it is taken up again. */
export type Interrupt = (value: unknown) => unknown;

/**
 * Asks in the words of the stock middleware for human review, so that the surfaces that people have for it work. Throws the
 * interrupt of LangGraph the first time. Anything but a plain `approve` is a no: arguments that a human edits are another call.
 */
export function reviewed(interrupt: Interrupt, name: string, args: unknown, description: string): HumanAnswer {
  const answer = interrupt({
    actionRequests: [{ name, args, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'reject'] }],
  });
  const decisions = isRecord(answer) ? answer['decisions'] : undefined;
  const [said] = Array.isArray(decisions) && decisions.length === 1 ? (decisions as readonly Reviewed[]) : [];
  const { type, message } = said ?? {};
  return { granted: type === 'approve', ...(typeof message === 'string' && { reason: message }) };
}

interface Reviewed {
  readonly type?: unknown;
  readonly message?: unknown;
}

/** Tells whether something thrown is how LangGraph stops a run, which nothing may hold up. */
export function isInterrupt(error: unknown): boolean {
  return error instanceof Error && 'is_bubble_up' in error && error.is_bubble_up === true;
}
