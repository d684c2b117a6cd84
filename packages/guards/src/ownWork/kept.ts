import type { Action, Json } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';

import { callOf } from '../workflow/factState.ts';

type Facts = SessionState['facts'];

/** A file or folder that a call of the session makes. */
export interface Made {
  /** When the call was let through, in milliseconds since the epoch. */
  readonly at: number;
  readonly call: string;
  /** When the file was made, as the file system says. Absent until the outcome of the call is known. */
  readonly born?: number;
  /** When the session's own file was made that the call replaces: it is that file still where the call does not run. */
  readonly was?: number;
  /** What is in it came from elsewhere and is there no more: nothing that the session made. */
  readonly foreign?: true;
  /** A human was asked about the call: it counts only once its outcome is known. */
  readonly asked?: true;
}

/** A stretch of time in which a call of the session ran code; `to` is absent until its outcome is known. */
export interface Ran {
  readonly from: number;
  readonly to?: number;
}

/** The names of files that git does not hold, when the session first ran code; `names` is absent where there were too many. */
export interface Before {
  readonly at: number;
  readonly names?: readonly string[];
}

const MADE = '@made/';
const RAN = '@ran/';
/** Where the names of the files stand that were there before. */
export const BEFORE_KEY = '@before';

/** Where it is kept that the session made a file. */
export const madeKey = (path: string): string => `${MADE}${path}`;

/** Where it is kept when a call ran code. */
export const ranKey = (action: Action): string => `${RAN}${callOf(action)}`;

/** Most files that a session remembers: the oldest are forgotten, and ask again. */
export const MOST_MADE = 200;
/** Most runs of code that a session remembers. */
export const MOST_RUNS = 64;

const recordIn = (facts: Facts, key: string): unknown => {
  const value: Json | undefined = Object.hasOwn(facts, key) ? facts[key] : undefined;
  return isRecord(value) ? value : undefined;
};

/** What is kept of one path. */
export const madeAs = (facts: Facts, path: string): Made | undefined => recordIn(facts, madeKey(path)) as Made | undefined;

/** What is kept of the files that were there before. */
export const beforeIn = (facts: Facts): Before | undefined => recordIn(facts, BEFORE_KEY) as Before | undefined;

/** When the call of an action began to run code. */
export const ranAs = (facts: Facts, action: Action): Ran | undefined => recordIn(facts, ranKey(action)) as Ran | undefined;

/** Every path that is kept, the oldest first. */
export const allMade = (facts: Facts): readonly (readonly [path: string, made: Made])[] =>
  Object.keys(facts)
    .flatMap(key => {
      const made = key.startsWith(MADE) ? (recordIn(facts, key) as Made | undefined) : undefined;
      return made === undefined ? [] : [[key.slice(MADE.length), made] as const];
    })
    .sort(([, one], [, other]) => one.at - other.at);

/** Every run that is kept, the oldest first, with its key. */
export const allRuns = (facts: Facts): readonly (readonly [key: string, ran: Ran])[] =>
  Object.keys(facts)
    .flatMap(key => {
      const ran = key.startsWith(RAN) ? (recordIn(facts, key) as Ran | undefined) : undefined;
      return ran === undefined ? [] : [[key, ran] as const];
    })
    .sort(([, one], [, other]) => one.from - other.from);
