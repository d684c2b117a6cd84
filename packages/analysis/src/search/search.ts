import type { Registry } from '@licet/core';
import type { BuiltPolicy, CompiledPolicy } from '@licet/core/policy';

import { aboutChanges, changedTexts } from '../candidates/changedTexts.ts';
import { ingredientsOf, withAbout } from '../candidates/candidates.ts';
import type { Ingredients } from '../candidates/candidates.ts';
import type { Side } from '../compareTrees.ts';
import type { PolicyProof } from '../comparePolicies.ts';
import { effectsOfOneCall } from '../standstill.ts';
import { findWitnesses, simpleFirst } from '../witnesses.ts';
import type { Candidate, TrialWorld, Witness } from '../witnesses.ts';
import { aboutOf, commandOf } from './about.ts';
import { combinations } from './combinations.ts';
import { observerOf } from './observe.ts';
import type { Case, Observer, ReadPolicy } from './observe.ts';
import { predict } from './predict.ts';
import { countersOf, repetitions } from './states.ts';

/** Two policies whose differences are searched for. */
interface SearchedPolicies {
  /** Undefined where there was none. */
  readonly older: ReadPolicy | undefined;
  readonly newer: ReadPolicy;
  readonly sides: readonly [older: Side, newer: Side];
  readonly built: readonly [older: BuiltPolicy, newer: BuiltPolicy];
  readonly proof: Pick<PolicyProof, 'neverMilder' | 'neverStricter'>;
}

interface SearchHost {
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
  { older, newer, sides, built, proof }: SearchedPolicies,
  recorded: readonly Candidate[],
  { nodes, build, world: given }: SearchHost,
): Promise<readonly Witness[]> {
  const { effects, next } = effectsOfOneCall(given.effects);
  const world = { ...given, effects };
  const read = older === undefined ? [newer] : [older, newer];
  const policies = read.map(({ compiled }) => compiled);
  const ingredients = ingredientsOf(policies, nodes);
  const observer = observerOf(read, build, nodes, world);
  const texts = changedTexts(older?.compiled, newer.compiled);
  const cases = await casesOf(ingredients, recorded, async candidates => {
    const observed: Case[] = [];
    for (const candidate of aboutChanges(candidates, texts)) {
      await world.pause?.();
      next(candidate.isObscure);
      observed.push(await observer.observe(candidate));
    }
    return observed;
  });
  const counters = countersOf(read, nodes);
  const usual = representatives(cases);
  const repeated = await repetitions(counters, usual, ingredients, { observer, build, world, next });
  const found = await findWitnesses(...built, promising(sides, observer, [...cases, ...repeated]), given);
  const isShown = (change: Witness['change']): boolean => found.some(each => each.change === change);
  const missing = [
    ...(proof.neverMilder || isShown('wider') ? [] : ['wider' as const]),
    ...(proof.neverStricter || isShown('narrower') ? [] : ['narrower' as const]),
  ];
  if (missing.length === 0) return found;
  const combined = combinations(usual, repeated, observer, sides, missing);
  return [...found, ...(await findWitnesses(...built, combined, given))];
}

type Observe = (candidates: readonly Candidate[]) => Promise<readonly Case[]>;

/** Single actions, then the different ones among them with something else about them, knowing facts, and where nothing can be found of them. */
async function casesOf(
  { actions, contexts, facts }: Ingredients,
  recorded: readonly Candidate[],
  observe: Observe,
): Promise<readonly Case[]> {
  const singles = await observe([...recorded, ...actions].toSorted(simpleFirst));
  const plain = [
    ...singles,
    ...(await observe(contexts.flatMap(about => candidatesOf(singles).map(each => withAbout(each, about))))),
  ];
  const knowing = facts.flatMap(known =>
    candidatesOf(plain).map(each => ({ ...each, words: `${each.words} (knowing ${known.join(', ')})`, facts: known })),
  );
  const all = [...plain, ...(await observe(knowing))];
  const commands = firstOfEach(
    all.filter(({ candidate }) => commandOf(candidate) !== undefined),
    ({ candidate }) => aboutOf(candidate),
  );
  const obscure = commands.map(({ candidate }) => ({
    ...candidate,
    words: `${candidate.words}, whose effects cannot be found`,
    isObscure: true as const,
  }));
  return [...all, ...(await observe(obscure))];
}

const candidatesOf = (cases: readonly Case[]): readonly Candidate[] => representatives(cases).map(({ candidate }) => candidate);

/** The first of the cases of one kind that say the same: with another tool, a command does what it did, and a file tool does not. */
function representatives(cases: readonly Case[]): readonly Case[] {
  return firstOfEach(
    cases,
    ({ candidate, says }) =>
      `${says.join()} ${candidate.action.kind} ${candidate.facts?.join() ?? ''} ${candidate.isObscure === true}`,
  );
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
function promising(sides: readonly [Side, Side], { columns }: Observer, cases: readonly Case[]): readonly Candidate[] {
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
      .slice(0, MOST_TRIED)
      .map(({ candidate }) => candidate),
  );
}
