import { compareBy, paramOrder } from '@licet/core/nodes';
import type { Json } from '@licet/core';
import type { Comparison } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

type Params = { readonly [name: string]: Json };

const orders = {
  uploads: paramOrder.ruling('ask'),
  access: paramOrder.choice(['open', 'closed'], 'closed'),
  allow: paramOrder.permits(),
  except: paramOrder.exempts(),
  deny: paramOrder.forbids((wide, narrow) => wide === '*' && narrow !== ''),
  max: paramOrder.limit,
  approvals: paramOrder.demand(1),
  reason: paramOrder.words,
};

describe('comparing params', () => {
  it.each<[Params, Params, Comparison]>([
    [{}, {}, 'equal'],
    [{}, { uploads: 'ask' }, 'equal'],
    [{}, { uploads: 'block' }, 'narrower'],
    [{ uploads: 'block' }, {}, 'wider'],
    [{}, { access: 'open' }, 'wider'],
    [{}, { access: 'ajar' }, 'unknown'],
    [{}, { allow: ['a'] }, 'narrower'],
    [{ allow: ['a'] }, {}, 'wider'],
    [{ allow: ['a'] }, { allow: ['a', 'b'] }, 'wider'],
    [{ allow: ['a', 'b'] }, { allow: ['b', 'a'] }, 'equal'],
    [{ allow: ['a'] }, { allow: ['b'] }, 'unknown'],
    [{}, { except: ['a'] }, 'wider'],
    [{}, { deny: ['a'] }, 'narrower'],
    [{ deny: ['a'] }, { deny: ['*'] }, 'narrower'],
    [{ deny: [{ pattern: 'a', match: ['a'] }] }, { deny: ['a'] }, 'equal'],
    [{ max: 5 }, { max: 4 }, 'narrower'],
    [{}, { max: 4 }, 'narrower'],
    [{ max: '1h' }, { max: '90m' }, 'wider'],
    [{ max: '1h' }, { max: 'long' }, 'unknown'],
    [{}, { approvals: 2 }, 'narrower'],
    [{ reason: 'a' }, { reason: 'b' }, 'equal'],
    [{ other: 1 }, { other: 1 }, 'equal'],
    [{ other: 1 }, { other: 2 }, 'unknown'],
    [{ max: 5 }, { max: 4, uploads: 'block' }, 'narrower'],
    [{ max: 5 }, { max: 4, uploads: 'pass' }, 'unknown'],
  ])('%j and %j', (older, newer, comparison) => {
    expect(compareBy(orders)(older, newer)).toBe(comparison);
  });
});
