import type { GivenRuling } from '@licet/core/store';
import { GovernanceError, memoryApprovals, memorySessions, PolicyEngine } from '@licet/core';
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
  /** What was done before it in the same session, in this order; a person said yes where a policy asked. */
  readonly before?: readonly Earlier[];
  /** That its effects cannot be found. */
  readonly isObscure?: true;
  /** How often it is done at most, in one session; the rulings of every time count. @defaultValue 1 */
  readonly times?: number;
  /** An argument that has another value every time. */
  readonly varies?: string;
}

/** An action that was done before another one. */
export interface Earlier {
  readonly action: Omit<ActionInput, 'sessionId'>;
  /** How often. */
  readonly times: number;
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
 * codes and rulings, and for each text that candidates are about. Both judge in the same state: what is done before an action is judged by the
 * old policy, and where that shows nothing, by the new one. A policy that only observes lets everything pass.
 */
export async function findWitnesses(
  older: BuiltPolicy,
  newer: BuiltPolicy,
  candidates: readonly Candidate[],
  world: TrialWorld,
): Promise<readonly Witness[]> {
  const found = new Map<string, Witness>();
  const sorted = candidates.toSorted(
    (a, b) => (a.before?.length ?? 0) - (b.before?.length ?? 0) || (a.times ?? 1) - (b.times ?? 1) || a.words.length - b.words.length || (a.words < b.words ? -1 : 1),
  );
  let isObscure = false;
  const { effects, next } = effectsOfOneCall(action => (isObscure ? obscured() : world.effects(action)));
  const trial = trialOf([older, newer], { ...world, effects }, next);
  for (const { times: most = 1, ...candidate } of sorted)
    for (const by of most > 1 || candidate.before !== undefined ? BOTH : FIRST) {
      isObscure = false;
      await trial.begin(candidate, by);
      isObscure = candidate.isObscure === true;
      let isShown = false;
      for (let time = 1; time <= most; time++) {
        await world.pause?.();
        if (time === 1 || candidate.varies !== undefined) next();
        const [old, fresh] = await trial.say(candidate, time, by);
        if (old.ruling === fresh.ruling) continue;
        isShown = true;
        const change = severityOf(fresh.ruling) < severityOf(old.ruling) ? 'wider' : 'narrower';
        const key = [change, old.ruling, old.guard, old.code, fresh.ruling, fresh.guard, fresh.code, candidate.about ?? ''].join();
        const witness = { ...candidate, ...(time > 1 && { times: time }), change, old, new: fresh } as const;
        if (!found.has(key)) found.set(key, witness);
      }
      if (isShown) break;
    }
  return [...found.values()];
}

/** What an analyser does that cannot find the effects of an action. */
export function obscured(): never {
  throw new GovernanceError('effects_failed', 'the effects of the action could not be found');
}

/** Which policy judges what is done before: the old one, and then the new one. */
type By = 0 | 1;

const FIRST: readonly By[] = [0];
const BOTH: readonly By[] = [0, 1];

/** Two policies over one state: of the same action, in the same session, with the same counters used and the same facts known. */
interface Trial {
  /** Begins a session in which only that has happened that was before the candidate. */
  readonly begin: (candidate: Candidate, by: By) => Promise<void>;
  /** What both say. What one of them lets through is done. */
  readonly say: (candidate: Candidate, time: number, by: By) => Promise<readonly [old: GivenRuling, fresh: GivenRuling]>;
}

function trialOf(policies: readonly [BuiltPolicy, BuiltPolicy], { effects, cwd, now }: TrialWorld, next: () => void): Trial {
  const sessions = memorySessions();
  let count = 0;
  const engines = policies.map(built => {
    let approvals = memoryApprovals();
    const engine = new PolicyEngine(built, {
      sessions,
      approvals: approvalsIn(() => approvals),
      effects,
      clock: stillClock(now),
      ids: () => `${count++}`,
    });
    return { engine, reset: () => void (approvals = memoryApprovals()) };
  });
  const [older, newer] = engines.map(({ engine }) => engine) as [PolicyEngine, PolicyEngine];
  const called = (action: Earlier['action'], callId: string): ActionInput => ({ cwd, ...action, sessionId: SESSION, callId });
  return {
    async begin({ facts = [], before = [] }, by) {
      sessions.inspect.reset({});
      engines.forEach(({ reset }) => reset());
      const events = facts.map(name => ({ type: 'fact' as const, at: now, name, value: true satisfies Json }));
      if (events.length > 0) await sessions.append(SESSION, events);
      for (const [index, { action, times }] of before.entries()) {
        next();
        for (let time = 0; time < times; time++) await carryOut(by === 0 ? older : newer, called(action, `${index} ${time}`));
      }
    },
    async say({ action, varies }, time, by) {
      const payload = varies === undefined ? action.payload : { ...action.payload, [varies]: `${time}` };
      const call = called({ ...action, ...(payload && { payload }) }, `${time}`);
      const other = await (by === 0 ? newer : older).explain(call);
      const done = await carryOut(by === 0 ? older : newer, call);
      return by === 0 ? [saidOf(done), saidOf(other)] : [saidOf(other), saidOf(done)];
    },
  };
}

/** Judges an action, and does it where it passes or a person says yes. Returns what the policy itself said. */
export async function carryOut(engine: PolicyEngine, action: ActionInput): Promise<Evaluation> {
  const said = await engine.evaluate(action);
  const isAsked = !said.passed && said.ruling === 'ask';
  const evaluation = isAsked ? await engine.resume(said, { granted: true, by: 'a person' }) : said;
  if (evaluation.passed) await engine.postAction(evaluation, { status: 'ok' });
  return said;
}

const SESSION = 'trial';
