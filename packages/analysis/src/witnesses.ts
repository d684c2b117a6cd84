import type { GivenRuling } from '@licet/core/store';
import type { ActionInput, MaybePromise } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { EffectAnalyzer } from '@licet/core/nodes';
import type { BuiltPolicy } from '@licet/core/policy';

import { isPlain } from './candidates/commands.ts';
import { effectsOfOneCall } from './standstill.ts';
import { BOTH, FIRST, trialOf } from './trial.ts';

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
  const { effects, next } = effectsOfOneCall(world.effects);
  const trial = trialOf([older, newer], { ...world, effects }, next);
  for (const { times: most = 1, ...candidate } of candidates.toSorted(simpleFirst))
    for (const by of most > 1 || candidate.before !== undefined ? BOTH : FIRST) {
      const shown = new Map<string, Witness>();
      await trial.begin(candidate, by);
      for (let time = 1; time <= most; time++) {
        await world.pause?.();
        if (candidate.varies !== undefined) next();
        const [old, fresh] = await trial.say(candidate, time, by);
        if (old.ruling === fresh.ruling) continue;
        const witness = witnessOf({ ...candidate, ...(time > 1 && { times: time }) }, old, fresh);
        const key = keyOf(witness);
        if (!shown.has(key)) shown.set(key, witness);
      }
      for (const [key, witness] of shown) if (!found.has(key)) found.set(key, witness);
      if (shown.size > 0) break;
    }
  return [...found.values()];
}

/** What people see through at once comes first. */
export const simpleFirst = (a: Candidate, b: Candidate): number =>
  (a.before?.length ?? 0) - (b.before?.length ?? 0) ||
  (a.times ?? 1) - (b.times ?? 1) ||
  Number(isPlain(b.words)) - Number(isPlain(a.words)) ||
  a.words.length - b.words.length ||
  (a.words < b.words ? -1 : 1);

const witnessOf = (candidate: Candidate, old: GivenRuling, fresh: GivenRuling): Witness => ({
  ...candidate,
  change: severityOf(fresh.ruling) < severityOf(old.ruling) ? 'wider' : 'narrower',
  old,
  new: fresh,
});

const keyOf = ({ change, old, new: fresh, about = '' }: Witness): string =>
  [change, old.ruling, old.guard, old.code, fresh.ruling, fresh.guard, fresh.code, about].join();
