import { memoryApprovals, PolicyEngine } from '@licet/core';
import type { ActionInput, Evaluation, SessionStore } from '@licet/core';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { BuiltPolicy } from '@licet/core/policy';
import type { GivenRuling } from '@licet/core/store';

import { approvalsIn, saidOf } from './simulation.ts';
import { callOf, freshSession, stillClock } from './standstill.ts';
import type { EffectsOfOneCall } from './standstill.ts';
import type { Candidate, TrialWorld } from './witnesses.ts';

/** Which policy judges what is done before: the old one, and then the new one. */
export type By = 0 | 1;

/** What a single action needs: nothing was done before it. */
export const FIRST: readonly By[] = [0];
/** What several actions need. */
export const BOTH: readonly By[] = [0, 1];

/** Two policies over one state: of the same action, in the same session, with the same counters used and the same facts known. */
interface Trial {
  /** Begins a session in which only that has happened that was before the candidate. */
  readonly begin: (candidate: Candidate, by: By) => Promise<void>;
  /** What both say. What one of them lets through is done. */
  readonly say: (candidate: Candidate, time: number, by: By) => Promise<readonly [old: GivenRuling, fresh: GivenRuling]>;
}

/** Makes a trial of two policies. `next` is called before each other action. */
export function trialOf(
  policies: readonly [BuiltPolicy, BuiltPolicy],
  { effects, cwd, now }: TrialWorld,
  next: EffectsOfOneCall['next'],
): Trial {
  const { sessions, begin } = freshSession(now);
  const [older, newer] = policies.map(built => judgeOf(built, sessions, effects, now)) as [Judge, Judge];
  return {
    async begin({ facts, before = [], isObscure }, by) {
      await begin(facts);
      older.forget();
      newer.forget();
      for (const [index, { action, times }] of before.entries()) {
        next();
        for (let time = 0; time < times; time++)
          await carryOut((by === 0 ? older : newer).engine, callOf({ action }, cwd, `${index} ${time}`));
      }
      if (by === 0 || before.length > 0) next(isObscure);
    },
    async say(candidate, time, by) {
      const call = callOf(candidate, cwd, `${time}`);
      const other = await (by === 0 ? newer : older).engine.explain(call);
      const done = await carryOut((by === 0 ? older : newer).engine, call);
      return by === 0 ? [saidOf(done), saidOf(other)] : [saidOf(other), saidOf(done)];
    },
  };
}

interface Judge {
  readonly engine: PolicyEngine;
  readonly forget: () => void;
}

/** An engine with approvals that only it knows. */
function judgeOf(built: BuiltPolicy, sessions: SessionStore, effects: EffectAnalyzer, now: number): Judge {
  let approvals = memoryApprovals();
  let count = 0;
  const options = { sessions, approvals: approvalsIn(() => approvals), effects, clock: stillClock(now), ids: () => `${count++}` };
  return { engine: new PolicyEngine(built, options), forget: () => void (approvals = memoryApprovals()) };
}

/** Judges an action, and does it where it passes or a person says yes. Returns what the policy itself said. */
export async function carryOut(engine: PolicyEngine, action: ActionInput): Promise<Evaluation> {
  const said = await engine.evaluate(action);
  const isAsked = !said.passed && said.ruling === 'ask';
  const evaluation = isAsked ? await engine.resume(said, { granted: true, by: 'a person' }) : said;
  if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
  return said;
}
