import type { Registry } from '@licet/core';
import type { BuiltPolicy, CompiledPolicy } from '@licet/core/policy';

import { aboutChanges, changedTexts } from '../candidates/changedTexts.ts';
import { ingredientsOf, withAbout } from '../candidates/candidates.ts';
import type { Side } from '../compareTrees.ts';
import type { PolicyProof } from '../comparePolicies.ts';
import { effectsOfOneCall } from '../standstill.ts';
import { findWitnesses, obscured } from '../witnesses.ts';
import type { Candidate, TrialWorld, Witness } from '../witnesses.ts';
import { combinations } from './combinations.ts';
import { observerOf } from './observe.ts';
import type { Case, Observer, ReadPolicy } from './observe.ts';
import { predict } from './predict.ts';
import { countersOf, repetitions } from './states.ts';

/** Two policies whose differences are searched for. */
export interface SearchedPolicies {
  /** Undefined where there was none. */
  readonly older: ReadPolicy | undefined;
  readonly newer: ReadPolicy;
  readonly sides: readonly [older: Side, newer: Side];
  readonly built: readonly [older: BuiltPolicy, newer: BuiltPolicy];
  readonly proof: Pick<PolicyProof, 'neverMilder' | 'neverStricter'>;
}

/** What the search needs of its host. */
export interface SearchHost {
  readonly nodes: Registry;
  readonly build: (compiled: CompiledPolicy) => BuiltPolicy;
  readonly world: TrialWorld;
}

/** Cases that say the same of everything are tried once for each changed text, and no more of them in all. */
const MOST_TRIED = 400;

/**
 * Searches for actions that two policies judge differently. Every leaf and condition is asked once about each single action; how the policies
 * rule follows from the answers, also for several actions together and for counters that are used up. What promises a difference is tried
 * with both engines, and only what they confirm is returned.
 */
export async function searchWitnesses(
  policies: SearchedPolicies,
  recorded: readonly Candidate[],
  { nodes, build, world: given }: SearchHost,
): Promise<readonly Witness[]> {
  const { older, newer, sides, built, proof } = policies;
  let isObscure = false;
  const { effects, next } = effectsOfOneCall(action => (isObscure ? obscured() : given.effects(action)));
  const world = { ...given, effects };
  const read = older === undefined ? [newer] : [older, newer];
  const ingredients = ingredientsOf(
    read.map(({ compiled }) => compiled),
    nodes,
  );
  const observer = observerOf(read, build, nodes, world);
  const texts = changedTexts(older?.compiled, newer.compiled);
  const observe = async (candidates: readonly Candidate[]): Promise<readonly Case[]> => {
    const cases: Case[] = [];
    for (const candidate of aboutChanges(candidates, texts)) {
      await world.pause?.();
      next();
      isObscure = candidate.isObscure === true;
      cases.push(await observer.observe(candidate));
    }
    return cases;
  };
  const singles = await observe([...recorded, ...ingredients.actions].toSorted((a, b) => a.words.length - b.words.length));
  const usual = representatives(singles);
  const inContext = await observe(ingredients.contexts.flatMap(about => usual.map(({ candidate }) => withAbout(candidate, about))));
  const plain = [...singles, ...inContext];
  const knowing = await observe(
    ingredients.facts.flatMap(facts =>
      representatives(plain).map(({ candidate }) => ({
        ...candidate,
        words: `${candidate.words} (knowing ${facts.join(', ')})`,
        facts,
      })),
    ),
  );
  const hidden = await observe(
    representatives([...plain, ...knowing])
      .filter(({ candidate: { action, varies } }) => action.kind === 'bash' && varies === undefined)
      .map(({ candidate }) => ({ ...candidate, words: `${candidate.words}, whose effects cannot be found`, isObscure: true })),
  );
  isObscure = false;
  const all = [...plain, ...knowing, ...representatives(hidden)];
  const counters = countersOf(read, nodes);
  const repeated = await repetitions(counters, representatives(all), ingredients, observer, build, world, next);
  const tried = promising(sides, observer, [...all, ...repeated], MOST_TRIED);
  const found = await findWitnesses(...built, tried, given);
  const missing = (['wider', 'narrower'] as const).filter(
    change => !proof[change === 'wider' ? 'neverMilder' : 'neverStricter'] && !found.some(each => each.change === change),
  );
  if (missing.length === 0) return found;
  const combined = combinations(representatives(all), repeated, counters, observer, sides, missing);
  return [...found, ...(await findWitnesses(...built, combined, given))];
}

/** The first of the cases of one kind that say the same: with another tool, a command does what it did, and a file tool does not. */
function representatives(cases: readonly Case[]): readonly Case[] {
  return firstOfEach(cases, ({ candidate, says }) => `${says.join()} ${candidate.action.kind} ${candidate.facts?.join() ?? ''} ${candidate.isObscure === true}`);
}

function firstOfEach(cases: readonly Case[], keyOf: (each: Case) => string): readonly Case[] {
  const found = new Map<string, Case>();
  for (const each of cases) {
    const key = keyOf(each);
    if (!found.has(key)) found.set(key, each);
  }
  return [...found.values()];
}

/** The candidates of the cases for which a difference is predicted: one for everything that they say and every text that they are about. */
function promising(sides: readonly [Side, Side], { columns }: Observer, cases: readonly Case[], most: number): readonly Candidate[] {
  const { wider, narrower } = predict(
    sides,
    columns,
    cases.map(({ says }) => says),
  );
  return [wider, narrower].flatMap(indices =>
    firstOfEach(
      indices.flatMap(index => cases[index] ?? []),
      ({ candidate, says, codes }) => `${says.join()} ${codes} ${candidate.about ?? ''}`,
    )
      .slice(0, most)
      .map(({ candidate }) => candidate),
  );
}
