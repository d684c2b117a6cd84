import type { ArgFault } from '../guards/argRules.ts';

/** One look at a value. The work that is left belongs to the whole look, also where it tries alternatives. */
export interface Walk {
  readonly faults: ArgFault[];
  readonly budget: { left: number };
}

/** Looks at a value at a place, and adds what is wrong with it to the walk. */
export type Check = (value: unknown, at: string, walk: Walk) => void;

/** So many values are looked at in one call; past it the arguments do not fit. */
export const MOST_STEPS = 100_000;

/** Whether a value fits, told apart from what else was looked at. */
export function fits(check: Check, value: unknown, at: string, { budget }: Walk): boolean {
  const faults: ArgFault[] = [];
  check(value, at, { faults, budget });
  return faults.length === 0;
}

/** A check that adds one fault where a test fails. */
export const demand =
  (required: string, holds: (value: unknown) => boolean, found: (value: unknown) => string = kindText): Check =>
  (value, at, { faults }) => {
    if (!holds(value)) faults.push({ arg: at, required, found: found(value) });
  };

/** What a value is, in words that say nothing of it. */
export function kindText(value: unknown): string {
  if (value === undefined) return 'none';
  if (value === null) return '`null`';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return Number.isInteger(value) ? 'a whole number' : 'a number';
    case 'boolean':
      return '`true` or `false`';
    default:
      return typeof value === 'object' ? 'a mapping' : 'something that is no data';
  }
}

const LONGEST_NAME = 64;

/** The place of a member. A name is shown so far only. */
export function memberOf(at: string, name: string): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return at === '' ? shown : `${at}.${shown}`;
}
