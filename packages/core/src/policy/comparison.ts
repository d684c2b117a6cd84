import type { Json } from '../model/json.ts';
import { severityOf, isRuling } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';
import { readDuration } from '../text/quantity.ts';

/**
 * How a node with new params rules beside the same node with old ones, for every action and every state of its counters and facts:
 *
 * | comparison | the new node |
 * |---|---|
 * | `equal` | applies to the same actions and rules the same |
 * | `narrower` | applies to the same actions, is never milder, and blocks whatever it newly applies to |
 * | `narrower_or_newly` | is never milder where both apply, and may newly apply to actions, with any ruling |
 * | `wider`, `wider_or_no_longer` | the same, the other way round |
 * | `unknown` | nothing is known |
 */
export type Comparison = 'equal' | 'narrower' | 'narrower_or_newly' | 'wider' | 'wider_or_no_longer' | 'unknown';

/** How one part of a node compares, where it applies to the same actions. */
export type Change = 'equal' | 'narrower' | 'wider' | 'unknown';

/** Compares the values of one param. A param that is absent has no value. */
export type ParamOrder = (older: Json | undefined, newer: Json | undefined) => Change;

type Params = { readonly [name: string]: Json };

/** Returns how far apart two values are that are in an order: the second above the first is narrower. */
function byNumber(older: number | undefined, newer: number | undefined): Change {
  if (older === undefined || newer === undefined) return 'unknown';
  return older === newer ? 'equal' : newer > older ? 'narrower' : 'wider';
}

const sameJson = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The pattern of an entry of a list: the entry may also have examples. */
export const patternOf = (item: Json): Json | undefined =>
  typeof item === 'object' && item !== null && 'pattern' in item ? item['pattern'] : item;

const textsOf = (value: Json | undefined): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(patternOf);
  return texts.every((text): text is string => typeof text === 'string') ? texts : undefined;
};

/** Tells whether one text of a list covers everything that another one does. */
export type Includes = (wide: string, narrow: string) => boolean;

const same: Includes = (wide, narrow) => wide === narrow;

/** Compares what lists stand for: more than before is `more`. */
function byList(older: readonly string[], newer: readonly string[], includes: Includes, more: 'narrower' | 'wider'): Change {
  const holds = (wide: readonly string[], narrow: readonly string[]): boolean =>
    narrow.every(each => wide.some(other => other === each || includes(other, each)));
  const [grows, shrinks] = [holds(newer, older), holds(older, newer)];
  if (grows && shrinks) return 'equal';
  return grows ? more : shrinks ? (more === 'wider' ? 'narrower' : 'wider') : 'unknown';
}

const listed =
  (more: 'narrower' | 'wider', includes: Includes): ParamOrder =>
  (older = [], newer = []) => {
    const [before, after] = [textsOf(older), textsOf(newer)];
    return before === undefined || after === undefined ? 'unknown' : byList(before, after, includes, more);
  };

/** In which direction params make a node stricter. */
export const paramOrder = Object.freeze({
  /** A ruling; `fallback` counts where it is absent. */
  ruling:
    (fallback: Ruling): ParamOrder =>
    (older = fallback, newer = fallback) =>
      isRuling(older) && isRuling(newer) ? byNumber(severityOf(older), severityOf(newer)) : 'unknown',
  /** A word of a list from the mildest to the strictest; `fallback` counts where it is absent. */
  choice:
    (words: readonly string[], fallback: string): ParamOrder =>
    (older = fallback, newer = fallback) => {
      const place = (word: Json): number | undefined => {
        const index = typeof word === 'string' ? words.indexOf(word) : -1;
        return index < 0 ? undefined : index;
      };
      return byNumber(place(older), place(newer));
    },
  /** What is permitted: the fewer the stricter. Absent, everything is. */
  permits:
    (includes: Includes = same): ParamOrder =>
    (older, newer) => {
      if (older === undefined || newer === undefined)
        return older === newer ? 'equal' : newer === undefined ? 'wider' : 'narrower';
      return listed('wider', includes)(older, newer);
    },
  /** What is exempt: the fewer the stricter. Absent, nothing is. */
  exempts: (includes: Includes = same): ParamOrder => listed('wider', includes),
  /** What is forbidden: the more the stricter. Absent, nothing is. */
  forbids: (includes: Includes = same): ParamOrder => listed('narrower', includes),
  /** A limit: the lower the stricter. Absent, there is none. */
  limit: (older: Json | undefined, newer: Json | undefined): Change => {
    const amount = (value: Json | undefined): number | undefined =>
      value === undefined ? Number.POSITIVE_INFINITY : amountOf(value);
    const [before, after] = [amount(older), amount(newer)];
    return byNumber(after, before);
  },
  /** A demand: the higher the stricter. `fallback` counts where it is absent. */
  demand:
    (fallback: number): ParamOrder =>
    (older = fallback, newer = fallback) =>
      byNumber(amountOf(older), amountOf(newer)),
  /** Words for people, which change no ruling. */
  words: (): Change => 'equal',
});

function amountOf(value: Json): number | undefined {
  return typeof value === 'string' ? readDuration(value) : typeof value === 'number' ? value : undefined;
}

/**
 * Makes the `compare` of a definition from the order of its params. A param that is not named is compared as data, and any change of it
 * is `unknown`.
 *
 * @example
 * ```ts
 * import { compareBy, paramOrder } from '@licet/core/nodes';
 *
 * const compare = compareBy({ max: paramOrder.limit, deny: paramOrder.forbids() });
 * compare({ max: 10 }, { max: 5, deny: ['a'] }); // => 'narrower'
 * compare({ max: 10 }, { max: 20, deny: ['a'] }); // => 'unknown'
 * compare({ max: 10, per: 'session' }, { max: 10, per: 'agent' }); // => 'unknown'
 * ```
 */
export function compareBy(orders: Readonly<Record<string, ParamOrder>>): (older: Params, newer: Params) => Change {
  return (older, newer) => {
    const names = [...new Set([...Object.keys(older), ...Object.keys(newer)])];
    const changes = names.map(name => {
      const order = Object.hasOwn(orders, name) ? orders[name] : undefined;
      return order === undefined ? (sameJson(older[name], newer[name]) ? 'equal' : 'unknown') : order(older[name], newer[name]);
    });
    return joinChanges(changes);
  };
}

/** How a whole compares whose parts compare like this: parts that change in two directions leave it unknown. */
export function joinChanges(changes: readonly Change[]): Change {
  const told = new Set(changes.filter(change => change !== 'equal'));
  const [only = 'equal'] = told;
  return told.size > 1 ? 'unknown' : only;
}

/**
 * Compares what two policies say of the same cases, each with one step of strictness: exact, where the cases represent all that there are.
 */
export function compareCases(older: readonly number[], newer: readonly number[]): Change {
  return joinChanges(older.map((was, index) => byNumber(was, newer[index])));
}
