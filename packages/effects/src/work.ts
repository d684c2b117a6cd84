import type { Effect } from '@licet/core';

/**
 * What may still be done for one action. Every loop and recursion of an analyser draws on it: words, branches, patterns, questions
 * to the file system, headers of patches, nodes of source code. A unit is some ten microseconds.
 */
export interface Work {
  /** Units that are left; below zero the budget is spent, and stays so. */
  left: number;
}

/** Units for one action. */
export const MOST_WORK = 8000;

/** A budget that nothing has drawn on. */
export const createWork = (units: number = MOST_WORK): Work => ({ left: units });

/** Units for the code of the project that one action starts. */
const MOST_PROJECT_WORK = 2000;

/** A budget for code of the project that nothing has drawn on. */
export const createProjectWork = (): Work => createWork(MOST_PROJECT_WORK);

/** Takes units, also parts of one, off the budget; false when it is spent. */
export const draw = (work: Work, units: number): boolean => {
  work.left -= units;
  return work.left >= 0;
};

const NOTE = 'too much to look at';

const spent: Effect = Object.freeze({ kind: 'unknown', via: [], certainty: 'certain', note: NOTE });

/** The effects, with one at the end that reports when the budget is spent. */
export const withSpent = (effects: readonly Effect[], work: Work): readonly Effect[] =>
  work.left >= 0 ? effects : [...effects.filter(effect => effect.note !== NOTE), spent];
