import type { Json } from '@licet/core';
import type { Comparison } from '@licet/core/nodes';
import { compareBy, compareCases, paramOrder } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';
import { includesName } from './includesPath.ts';
import { representativeNames } from './representativeNames.ts';

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
