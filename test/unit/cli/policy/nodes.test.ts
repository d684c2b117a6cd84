import { All, Not } from '@licet/core';
import { describeTree } from '@licet/core/policy';
import { Budget, Facts, Requires } from '@licet/guards';
import { factsDefinition, requiresDefinition } from '@licet/guards/state';
import { describe, expect, it } from 'vitest';

import { nodesOf, paramsOf } from '../../../../packages/cli/src/policy/nodes.ts';

const facts = Facts({ root: '/w', facts: { reviewed: { earnedBy: 'human' } } });
const policy = All(facts, Not(Requires('a')), Requires('b'), Budget({ max: 1 }));

describe('the nodes of a definition', () => {
  it('are found anywhere in a policy, built or as data', () => {
    const wanted = [{ fact: 'a' }, { fact: 'b' }];

    expect(nodesOf(policy, requiresDefinition).map(({ params }) => params)).toEqual(wanted);
    expect(nodesOf(describeTree(policy), requiresDefinition).map(({ params }) => params)).toEqual(wanted);
    expect(nodesOf(facts, requiresDefinition)).toEqual([]);
  });

  it('have the params that it describes', () => {
    expect(paramsOf(facts, factsDefinition)?.facts).toEqual({ reviewed: { earnedBy: 'human' } });
    expect(paramsOf(policy, factsDefinition)).toBeUndefined();
  });
});
