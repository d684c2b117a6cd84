import type { Value } from './value.ts';
import { ownValue, text, optionsOf, concatenate } from './value.ts';

/** Values by name. */
type Fields = Extract<Value, { type: 'record' }>;

/** Most lists that are made of the choices in one. */
const MAX_LISTS = 16;

/**
 * Each list that is possible for a list whose items may be several things; a list of too many stays as it is, and so does any other value.
 */
const listsOf = (value: Value): readonly Value[] => {
  if (value.type !== 'list' || value.some === true || !value.items.some(({ type }) => type === 'choice')) return [value];
  let lists: readonly (readonly Value[])[] = [[]];
  for (const item of value.items) {
    const options = optionsOf(item);
    if (lists.length * options.length > MAX_LISTS) return [value];
    lists = lists.flatMap(list => options.map(option => [...list, option]));
  }
  return lists.map(items => ({ type: 'list', items }));
};

/** All that a value may be, that of what the code leaves out too, with its own list for each combination of what the items of a list may be. */
export const alternativesOf = (value: Value = ownValue): readonly Value[] => optionsOf(value).flatMap(listsOf);

/** Values as a list that is known as a whole. */
export const wholeList = (items: readonly Value[]): Value => ({ type: 'list', items });

/** The names of a record's fields. */
export const namesOf = ({ fields }: Fields): readonly Value[] => [...fields.keys()].map(text);

/** Each name of a record's fields with its value. */
export const pairsOf = ({ fields }: Fields): readonly Value[] =>
  [...fields].map(([name, value]) => wholeList([text(name), value]));

/** A list of texts. */
export const listOf = (items: readonly string[]): Value => ({ type: 'list', items: items.map(text) });

/** The items of a list as one text with something between them. */
export const joinItems = (items: readonly Value[], separator: Value): Value =>
  concatenate(items.flatMap((item, at) => (at === 0 ? [item] : [separator, item])));
