import { rulingOf } from '../compareTrees.ts';
import type { Says as TreeSays, Side } from '../compareTrees.ts';
import type { Booleans, Steps, Symbolic } from '../symbolic.ts';

/**
 * What each leaf and condition of two policies says of one action, as a number: 0 for a leaf that is skipped, 1 to 4 for its ruling, 5 for one
 * that fails; 0 for a condition that does not hold, 1 for one that does, 2 for one that fails. An action with the effects of two others has,
 * nearly always, the larger of their numbers.
 */
export type Says = Uint8Array;

/** The number of a leaf that fails. */
export const FAILED_LEAF = 5;
/** The number of a condition that fails. */
export const FAILED_CONDITION = 2;

/** The place of each leaf and condition in {@link Says}. */
export type Columns = ReadonlyMap<string, number>;

/** The indices of cases that become milder, and of those that become stricter. */
interface Predicted {
  readonly wider: readonly number[];
  readonly narrower: readonly number[];
}

/** What actions that are done together say. */
export function together(some: readonly Says[]): Says {
  const [first = new Uint8Array(), ...others] = some;
  return first.map((value, column) => Math.max(value, ...others.map(says => says[column] ?? 0)));
}

/** Predicts how two policies rule in many cases at once, one bit for each: which cases are worth a trial. */
export function predict(sides: readonly [older: Side, newer: Side], columns: Columns, cases: readonly Says[]): Predicted {
  if (cases.length === 0) return { wider: [], narrower: [] };
  const bits = bitsOf(cases.length);
  const where = (name: string, holds: (value: number) => boolean): bigint => {
    const column = columns.get(name) ?? -1;
    return BigInt(`0b${cases.map(says => (holds(says[column] ?? 0) ? '1' : '0')).join('')}`);
  };
  const leaves = remembered((name): Symbolic<bigint> => {
    const fine = bits.not(where(name, value => value === FAILED_LEAF));
    const worst = [2, 3, 4].map(least => where(name, value => value >= least)) as [bigint, bigint, bigint];
    return { applies: where(name, value => value > 0), worst, best: worst.map(step => step & fine) as typeof worst };
  });
  const holds = remembered(name => where(name, value => value === 1));
  const fails = remembered(name => where(name, value => value === FAILED_CONDITION));
  const says: TreeSays<bigint> = { leaf: leaves, holds: ({ name }) => holds(name), fails: ({ name }) => fails(name) };
  const [before, after] = sides.map(side => rulingOf(side, says, bits)) as [Steps<bigint>, Steps<bigint>];
  const above = (a: Steps<bigint>, b: Steps<bigint>): readonly number[] =>
    indicesOf(bits.or(...([0, 1, 2] as const).map(step => a[step] & bits.not(b[step]))), cases.length);
  return { wider: above(before, after), narrower: above(after, before) };
}

function remembered<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return name => {
    const value = made.get(name) ?? make(name);
    made.set(name, value);
    return value;
  };
}

/** Boolean functions of so many cases, as their bits. */
function bitsOf(count: number): Booleans<bigint> {
  const yes = (1n << BigInt(count)) - 1n;
  return {
    no: 0n,
    yes,
    not: a => yes ^ a,
    and: (...of) => of.reduce((a, b) => a & b, yes),
    or: (...of) => of.reduce((a, b) => a | b, 0n),
    choose: (condition, then, otherwise) => (condition & then) | ((yes ^ condition) & otherwise),
  };
}

function indicesOf(bits: bigint, count: number): readonly number[] {
  const text = bits.toString(2).padStart(count, '0');
  const found: number[] = [];
  for (let at = text.indexOf('1'); at >= 0; at = text.indexOf('1', at + 1)) found.push(at);
  return found;
}
