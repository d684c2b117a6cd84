import { InvariantError } from '@licet/core';

import type { FactOptions, FactsOptions } from './facts.ts';

/** An option that a fact of its sort does not look at. */
export const uselessIn = (fact: FactOptions) => USELESS[sortOf(fact)].find(key => fact[key] !== undefined);

type Sort = 'computed from others' | 'granted by a human' | 'earned by a program' | 'earned by a tool' | 'kept for each value';

/** What a fact is, for people. */
export function sortOf({ earnedBy, by }: FactOptions): Sort {
  if (earnedBy === undefined) return 'computed from others';
  if (earnedBy === 'human') return 'granted by a human';
  if (earnedBy.tool === undefined) return 'earned by a program';
  return by === undefined ? 'earned by a tool' : 'kept for each value';
}

/** The options that a fact of each sort does not look at. */
const USELESS: Readonly<Record<Sort, readonly ('in' | 'resetBy' | 'whileUnchanged' | 'per' | 'by' | 'validFor')[]>> = {
  'computed from others': ['in', 'resetBy', 'whileUnchanged', 'per', 'by', 'validFor'],
  'granted by a human': ['in', 'by'],
  'earned by a program': ['by'],
  'earned by a tool': ['in'],
  'kept for each value': ['in', 'resetBy', 'whileUnchanged'],
};

/** A fact is earned by a program or by a tool, each with what can be asked of its answer. */
export function checkWay(name: string, { earnedBy }: FactOptions): void {
  if (typeof earnedBy !== 'object') return;
  const { runs, output, tool, result } = earnedBy;
  if ((runs === undefined) === (tool === undefined))
    throw new InvariantError('invalid_param', `fact \`${name}\` needs \`runs\` or \`tool\` in \`earned_by\``, {
      path: ['facts', name, 'earnedBy'],
    });
  const useless = runs === undefined ? output !== undefined && 'output' : result !== undefined && 'result';
  if (useless !== false)
    throw new InvariantError(
      'invalid_param',
      `fact \`${name}\`: \`${useless}\` is about ${runs === undefined ? 'a program' : 'a tool'}`,
      {
        path: ['facts', name, 'earnedBy', useless],
      },
    );
}

/** The parts of a computed fact are facts, and none of them rests on itself. */
export function checkParts(name: string, facts: FactsOptions['facts'], above: readonly string[] = []): void {
  const path = ['facts', above[0] ?? name];
  if (above.includes(name))
    throw new InvariantError('invalid_param', `facts rest on one another: \`${[...above, name].join('`, `')}\``, { path });
  const fact = facts[name];
  if (fact === undefined)
    throw new InvariantError('invalid_param', `fact \`${above.at(-1)}\` rests on \`${name}\`, which is not declared`, { path });
  for (const part of fact.allOf ?? fact.anyOf ?? []) checkParts(part, facts, [...above, name]);
}
