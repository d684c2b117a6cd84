import type { GivenRuling } from '@licet/core/store';
import { memoryApprovals, memorySessions, PolicyEngine } from '@licet/core';
import type { ActionInput, Evaluation, Json, MaybePromise } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { BuiltPolicy } from '@licet/core/policy';

import { approvalsIn, saidOf } from './simulation.ts';
import { effectsOfOneCall, stillClock } from './standstill.ts';

/** An action to be tried with two policies. */
export interface Candidate {
  /** The action in the words of people: a command, a path, a tool. */
  readonly words: string;
  readonly action: Omit<ActionInput, 'sessionId'>;
  /** Facts of the session. */
  readonly facts?: readonly string[];
  /** The text of a policy that it is about, such as a pattern. Each has witnesses for itself. */
  readonly about?: string;
  /** How often it is done at most, in one session; the rulings of every time count. @defaultValue 1 */
  readonly times?: number;
  /** An argument that has another value every time. */
  readonly varies?: string;
}

/** An action that two policies judge differently: both engines were asked. `times` says which time it was, where it was not the first. */
export interface Witness extends Candidate {
  readonly change: 'wider' | 'narrower';
  readonly old: GivenRuling;
  readonly new: GivenRuling;
}

/** What candidates are tried in. */
export interface TrialWorld {
  readonly effects: EffectAnalyzer;
  readonly cwd: string;
  /** The time of all trials, in milliseconds since the epoch. */
  readonly now: number;
  /** Lets others have their turn: called before each trial. @defaultValue no pause */
  readonly pause?: () => MaybePromise<void>;
}

/**
 * Tries candidates with two policies and returns those that they judge differently, the shortest first: one for each change of guards,
 * codes and rulings, and for each text that candidates are about. A policy that only observes lets everything pass.
 */
export async function findWitnesses(
  older: BuiltPolicy,
  newer: BuiltPolicy,
  candidates: readonly Candidate[],
  world: TrialWorld,
): Promise<readonly Witness[]> {
  const found = new Map<string, Witness>();
  const sorted = candidates.toSorted(
    (a, b) => (a.times ?? 1) - (b.times ?? 1) || a.words.length - b.words.length || (a.words < b.words ? -1 : 1),
  );
  const { effects, next } = effectsOfOneCall(world.effects);
  const trials = [older, newer].map(built => trialOf(built, { ...world, effects })) as [Trial, Trial];
  for (const { times: most = 1, ...candidate } of sorted) {
    next();
    for (const trial of trials) await trial.begin(candidate);
    for (let time = 1; time <= most; time++) {
      await world.pause?.();
      if (candidate.varies !== undefined) next();
      const [old, fresh] = [await trials[0].say(candidate, time), await trials[1].say(candidate, time)];
      if (old.ruling === fresh.ruling) continue;
      const change = severityOf(fresh.ruling) < severityOf(old.ruling) ? 'wider' : 'narrower';
      const key = [change, old.ruling, old.guard, old.code, fresh.ruling, fresh.guard, fresh.code, candidate.about ?? ''].join();
      const witness = { ...candidate, ...(time > 1 && { times: time }), change, old, new: fresh } as const;
      if (!found.has(key)) found.set(key, witness);
    }
  }
  return [...found.values()];
}

/** One policy that is tried: every candidate finds a state in which nothing has happened. */
interface Trial {
  readonly begin: (candidate: Candidate) => Promise<void>;
  readonly say: (candidate: Candidate, time: number) => Promise<GivenRuling>;
}

function trialOf(built: BuiltPolicy, { effects, cwd, now }: TrialWorld): Trial {
  const sessions = memorySessions();
  let approvals = memoryApprovals();
  let count = 0;
  const stores = { sessions, approvals: approvalsIn(() => approvals) };
  const engine = new PolicyEngine(built, { ...stores, effects, clock: stillClock(now), ids: () => `${count++}` });
  let last: Evaluation | undefined;
  return {
    async begin({ facts = [] }) {
      last = undefined;
      sessions.inspect.reset({});
      approvals = memoryApprovals();
      const events = facts.map(name => ({ type: 'fact' as const, at: now, name, value: true satisfies Json }));
      if (events.length > 0) await sessions.append(SESSION, events);
    },
    async say({ action, varies }, time) {
      if (last?.passed === true) await engine.postAction(last, { status: 'ok' });
      const payload = varies === undefined ? action.payload : { ...action.payload, [varies]: `${time}` };
      last = await engine.evaluate({ cwd, ...action, ...(payload && { payload }), sessionId: SESSION, callId: `${time}` });
      return saidOf(last);
    },
  };
}

const SESSION = 'trial';
