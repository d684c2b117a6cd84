import type { Json } from '@licet/core';
import type { Comparison } from '@licet/core/nodes';
import { compareBy, compareCases, paramOrder } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';

import { includesName } from './includesPath.ts';

const compareLists = compareBy({ tools: paramOrder.permits(includesName), deny: paramOrder.forbids(includesName) });

type Lists = { readonly [name: string]: Json };

/** Compares which tools may be used in the end: a tool that is denied is not among them. */
export function compareAllowed(older: Lists, newer: Lists): Comparison {
  const listOf = (params: Lists, name: string): readonly string[] => (params[name] ?? []) as readonly string[];
  const names = representativeNames([older, newer].flatMap(params => [...listOf(params, 'tools'), ...listOf(params, 'deny')]));
  if (names === undefined) return compareLists(older, newer);
  const stops = (params: Lists): readonly number[] =>
    names.map(tool => {
      const isListed = (name: string): boolean => listOf(params, name).some(pattern => matchesWildcard(pattern, tool));
      return isListed('tools') && !isListed('deny') ? 0 : 1;
    });
  return compareCases(stops(older), stops(newer));
}

/** No pattern has it: a name with it matches only what matches any name that begins so. */
const FRESH = '\u{E000}';

/**
 * Names that represent all there are, for patterns that are plain names or have one `*` at the end: patterns that say the same of these names
 * say the same of every name. Undefined where another pattern is among them.
 */
export function representativeNames(patterns: readonly string[]): readonly string[] | undefined {
  if (patterns.some(pattern => /\*./u.test(pattern) || pattern.includes(FRESH))) return undefined;
  const starts = patterns.map(pattern => pattern.replace(/\*$/u, ''));
  return [...new Set(['', ...starts])].flatMap(start => [start, `${start}${FRESH}`]);
}
