import type { Action, Json, Outcome } from '@licet/core';
import { InvariantError } from '@licet/core';
import { isRecord, memberAt, valueDigest } from '@licet/core/nodes';
import type { SessionState } from '@licet/core/store';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

import { plainResult } from '../flow/records.ts';
import { factKey, oldestValues } from './factState.ts';
import type { TextPattern } from '../judging/textPattern.ts';
import type { FactSharing } from './factState.ts';
import type { FileSet } from './fileState.ts';

/** A fact that is established by what happens. */
export interface FactRule {
  readonly name: string;
  /** The programs that earn the fact; empty for a fact that only a human or a tool grants. */
  readonly programs: readonly string[];
  /** The tools whose success earns the fact, as patterns. */
  readonly tools: readonly string[];
  /** What must be among the members of the tool's result, by path. */
  readonly result: Readonly<Record<string, Json>> | undefined;
  /** The arguments of which each value has its own fact. */
  readonly by: readonly string[] | undefined;
  /** What proves it: the same for facts that the same programs in the same folder earn. */
  readonly proof: string;
  /** What must stand in the output, too. */
  readonly output: TextPattern | undefined;
  /** The only folder in which the programs count, absolute; the folder of the policy where it is absent. */
  readonly folder: string | undefined;
  /** The files whose change makes the fact void. */
  readonly resets: PathMatcher | undefined;
  readonly place: KnownPlace;
  /** The files that it is bound to. */
  readonly bound: FileSet | undefined;
  readonly per: FactSharing;
}

const RESULT = 'result';

const isResult = (name: string): boolean => name === RESULT || name.startsWith(`${RESULT}.`);

/** More items than this in one list have no values: nothing is established for them, and nothing holds. */
const MOST_ITEMS = 1_000;

/** Whether a fact has values that only the result of the tool tells. */
export const isOfResult = (by: readonly string[] | undefined): boolean => by?.some(isResult) === true;

/** The value that a call is about, as far as its arguments tell it. */
export const valueNow = (action: Action, { by }: Pick<FactRule, 'by'>): string | undefined =>
  isOfResult(by) ? '' : valueDigest(action, by);

/** Throws for names of which two go through different lists: which items belong together would be unknown. */
export function checkNames(names: readonly string[], path: readonly string[]): void {
  const lists = new Set(names.flatMap(name => (isEach(name) ? [listOf(name)] : [])));
  if (lists.size > 1 || names.some(name => name.split('*').length > 2))
    throw new InvariantError('invalid_param', 'names with `*` must all go through the items of one list', { path: [...path] });
}

const isEach = (name: string): boolean => name.split('.').includes('*');
const listOf = (name: string): string => name.slice(0, name.indexOf('*')).replace(/\.$/u, '');

/** The values of names: one row, or one for each item of the list, or each member of the object, that they go through by `*`. */
function rowsOf(root: object, names: readonly string[]): readonly (readonly unknown[])[] {
  const each = names.find(isEach);
  if (each === undefined) return [names.map(name => valueAt(root, name))];
  const list = listOf(each) === '' ? root : memberAt(root, listOf(each));
  if (typeof list !== 'object' || list === null) return [];
  const items: readonly (readonly [key: unknown, item: unknown])[] = Array.isArray(list)
    ? list.map((item: unknown) => [item, item])
    : Object.entries(list);
  if (items.length > MOST_ITEMS) return [];
  return items.map(([key, item]) =>
    names.map(name => {
      if (!isEach(name)) return valueAt(root, name);
      const rest = name.slice(name.indexOf('*') + 2);
      return rest === '' ? key : valueAt(item, rest);
    }),
  );
}

/** A member, or how many items the list has that `.size` is asked of. */
function valueAt(root: unknown, name: string): unknown {
  const found = memberAt(root, name);
  if (found !== undefined || !name.endsWith('.size')) return found;
  const list = memberAt(root, name.slice(0, -'.size'.length));
  return Array.isArray(list) ? list.length : undefined;
}

/**
 * The values that a fact is asked for, as the parts of keys: those of arguments and those of the result apart, so that what a tool says of the same arguments
 * later takes the place of what it said before. Empty where one of them is missing.
 */
function keyParts(
  root: object,
  by: readonly string[],
  names: readonly string[],
): readonly (readonly [own: string, of: string])[] {
  const digestOf = (values: readonly unknown[]): string | undefined =>
    valueDigest(
      { payload: Object.fromEntries(values.map((value, index) => [`${index}`, value])) },
      values.map((_, index) => `${index}`),
    );
  const parts = rowsOf(root, names).map(row => {
    const pick = (ofResult: boolean): string | undefined =>
      digestOf(row.filter((_, index) => isResult(by[index] ?? '') === ofResult));
    return [pick(false), isOfResult(by) ? pick(true) : ''] as const;
  });
  return parts.every((part): part is readonly [string, string] => part[0] !== undefined && part[1] !== undefined) ? parts : [];
}

const joined = ([own, of]: readonly [string, string]): string => (of === '' ? own : `${own}-${of}`);

/** The values that an action asks for: all of them must hold. Empty where it names none. */
export function askedValues(action: Pick<Action, 'payload'>, by: readonly string[], same: readonly string[]): readonly string[] {
  return [...new Set(keyParts(action.payload, by, same).map(joined))];
}

/** The values that an outcome establishes, and what the keys begin with whose values it takes the place of. */
function earnedValues(
  action: Pick<Action, 'payload'>,
  { output }: Outcome,
  by: readonly string[],
): { readonly values: readonly string[]; readonly replaces: readonly string[] } {
  const parts = keyParts({ ...action.payload, result: plainResult(output) }, by, by);
  return { values: [...new Set(parts.map(joined))], replaces: [...new Set(parts.map(([own]) => `${own}-`))] };
}

interface OfResult {
  readonly action: Action;
  readonly facts: SessionState['facts'];
  readonly value: Json;
}

/** What a result establishes, each for values that it names. It takes the place of what was said of the same arguments before. */
export function valuesIn(
  outcome: Outcome,
  { name, per, by = [] }: Pick<FactRule, 'name' | 'per' | 'by'>,
  { action, facts, value }: OfResult,
): readonly (readonly [name: string, value: Json])[] {
  const { values, replaces } = earnedValues(action, outcome, by);
  const keys = values.map(each => factKey(name, per, action, each));
  const before = Object.keys(facts).filter(key => replaces.some(start => key.startsWith(factKey(name, per, action, start))));
  const old = keys.length === 0 ? [] : oldestValues(keys[0] ?? '', facts, keys.length);
  const mayChange = (key: string): boolean => action.remote !== true || !Object.hasOwn(facts, key) || isRemote(facts[key]);
  const gone = [...new Set([...before, ...old])].filter(key => !keys.includes(key));
  return [...gone.map(key => [key, null] as const), ...keys.map(key => [key, value] as const)].filter(([key]) => mayChange(key));
}

/** What the runtime has seen itself is not replaced by what a remote caller says. */
const isRemote = (value: Json | undefined): boolean => isRecord(value) && value['remote'] === true;
