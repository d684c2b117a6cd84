import { expect, it } from 'vitest';

import { alternativesOf, joinItems, listOf, namesOf, pairsOf, wholeList } from '../../../../packages/effects/src/code/lists.ts';
import { choose, ownValue, text, unknownValue } from '../../../../packages/effects/src/code/value.ts';

it('means a list of each combination of what its items may be', () => {
  const either = choose([text('a'), text('b')]);

  expect(alternativesOf(wholeList([either, text('x')]))).toEqual([listOf(['a', 'x']), listOf(['b', 'x'])]);
  expect(alternativesOf(text('a'))).toEqual([text('a')]);
  expect(alternativesOf(undefined)).toEqual([ownValue]);
});

it('stays as it is where there are too many, or where only a part of it is known', () => {
  const ten = choose(Array.from({ length: 10 }, (_, at) => text(String(at))));
  const many = wholeList([ten, ten]);
  const part = { type: 'list', items: [ten], some: true } as const;

  expect(alternativesOf(many)).toEqual([many]);
  expect(alternativesOf(part)).toEqual([part]);
});

it('is one text with something between its items', () => {
  expect(joinItems([text('a'), text('b')], text(','))).toEqual(text('a,b'));
  expect(joinItems([], text(','))).toEqual(text(''));
  expect(joinItems([text('a'), unknownValue], text(',')).type).toBe('unknown');
});

it('is made of the fields of a record', () => {
  const record = { type: 'record', fields: new Map([['a', text('1')]]) } as const;

  expect(namesOf(record)).toEqual([text('a')]);
  expect(pairsOf(record)).toEqual([listOf(['a', '1'])]);
});
