import type { ActionInput, PolicyEngine } from '@licet/core';

import { digestOf } from '../identities.ts';
import type { Arguments } from '../event.ts';

/** A call that the policy asks about, as it was judged, and the arguments that it would run with. */
export interface AskedCall {
  readonly action: ActionInput & Pick<Required<ActionInput>, 'payload'>;
  readonly args: Arguments | undefined;
  readonly reason: string;
}

/** What is known of a call: its question, or why there is none any more. */
type Question = AskedCall | 'over' | 'ambiguous';

/** The questions of one policy, by the id of their call. */
export interface OpenQuestions {
  /** Keeps a question; false where there is no room for it. */
  put(callId: string, asked: AskedCall): boolean;
  /**
   * Takes the question about a call, once. `over` after that, and when nothing came for it in an hour; `ambiguous` where two calls of
   * one id were asked about; undefined for a call that the policy has not asked about.
   */
  take(callId: string): Question | undefined;
}

const MOST_OPEN = 1_000;
const MOST_KNOWN = 100_000;
const OPEN_MS = 3_600_000;

const questions = new WeakMap<PolicyEngine, OpenQuestions>();

/** The calls that the policy of an engine asks about at this moment. */
export function questionsOf(engine: PolicyEngine): OpenQuestions {
  const known = questions.get(engine) ?? openQuestions();
  questions.set(engine, known);
  return known;
}

function openQuestions(): OpenQuestions {
  const open = new Map<string, { readonly asked: AskedCall | 'ambiguous'; readonly until: number }>();
  const over = new Set<string>();
  const end = (callId: string): void => {
    open.delete(callId);
    if (over.size >= MOST_KNOWN) over.delete(over.values().next().value ?? '');
    over.add(callId);
  };
  return {
    put(callId, asked) {
      for (const [id, { until }] of open) if (until < performance.now()) end(id);
      const before = open.get(callId)?.asked;
      if (before === undefined && open.size >= MOST_OPEN) return false;
      over.delete(callId);
      const isClear = before === undefined || (before !== 'ambiguous' && isOne(before, asked));
      open.set(callId, { asked: isClear ? asked : 'ambiguous', until: performance.now() + OPEN_MS });
      return true;
    },
    take(callId) {
      const known = open.get(callId);
      if (known === undefined) return over.has(callId) ? 'over' : undefined;
      end(callId);
      return known.until < performance.now() ? 'over' : known.asked;
    },
  };
}

/** Tells whether two questions are about one call of one session. */
function isOne({ action: one }: AskedCall, { action: other }: AskedCall): boolean {
  const digest = digestOf(one);
  return one.sessionId === other.sessionId && digest !== undefined && digest === digestOf(other);
}
