import { createHash } from 'node:crypto';

import type { Answer } from './ask.ts';
import type { ListName, ListedCall } from './lists.ts';
import { LISTS } from './lists.ts';

/** How often each answer was given. */
export type Tally = Readonly<Record<Answer, number>>;

/** What a hook said to all lists. */
export interface Tallies {
  readonly lists: Readonly<Record<ListName, Tally>>;
  /** The harm by the file that it is from. */
  readonly harm: Readonly<Record<string, Tally>>;
  /** A digest of every answer in its order: two runs with the same one agree in all of them. */
  readonly digest: string;
}

/** No call at all. */
const NONE: Tally = { deny: 0, ask: 0, run: 0, fault: 0 };

function countBy(keys: readonly (string | undefined)[], answers: readonly Answer[]): Record<string, Tally> {
  const found: Record<string, Tally> = {};
  for (const [index, key] of keys.entries()) {
    const answer = answers[index];
    if (key === undefined || answer === undefined) continue;
    const before = found[key] ?? NONE;
    found[key] = { ...before, [answer]: before[answer] + 1 };
  }
  return found;
}

/** Counts the answers to calls, which are in the same order. */
export function tally(calls: readonly ListedCall[], answers: readonly Answer[]): Tallies {
  const lists = countBy(
    calls.map(({ list }) => list),
    answers,
  );
  const { harm = NONE, incidents = NONE, twins = NONE, ordinary = NONE } = lists;
  return {
    lists: { harm, incidents, twins, ordinary },
    harm: countBy(
      calls.map(({ list, file }) => (list === 'harm' ? file : undefined)),
      answers,
    ),
    digest: createHash('sha256').update(answers.join('\n')).digest('hex').slice(0, 16),
  };
}

/** The number of calls that were counted. */
export const sizeOf = ({ deny, ask, run, fault }: Tally): number => deny + ask + run + fault;

/** The number of calls of a list whose answer is right. A hook that failed stopped nothing. */
export function rightIn(name: ListName, { deny, ask, run, fault }: Tally): number {
  return LISTS[name].wants === 'stop' ? deny + ask : run + fault;
}

/** The calls that two runs of the same hook answered differently. */
export function differing(
  calls: readonly ListedCall[],
  first: readonly Answer[],
  second: readonly Answer[],
): readonly (ListedCall & { readonly answers: readonly (Answer | undefined)[] })[] {
  return calls.flatMap((call, index) =>
    first[index] === second[index] ? [] : [{ ...call, answers: [first[index], second[index]] }],
  );
}

/** The harm of the files whose names fit, counted together. */
export function harmOf({ harm }: Tallies, files: RegExp): Tally {
  const found = Object.entries(harm).flatMap(([file, each]) => (files.test(file) ? [each] : []));
  const sum = (answer: Answer): number => found.reduce((all, each) => all + each[answer], 0);
  return { deny: sum('deny'), ask: sum('ask'), run: sum('run'), fault: sum('fault') };
}
