import { describe, expect, it, test } from 'vitest';

import { cut, summarize } from '../../../../packages/capabilities/src/firewall/summarize.ts';

const facts = (value: unknown, total: number = Array.isArray(value) ? value.length : 1, most?: number) =>
  summarize({ value, total }, most);

describe('the facts of an output', () => {
  it('of rows are their fields, ranges and counts', () => {
    const rows = [
      { id: 1, state: 'open', done: true },
      { id: 3, state: 'shut', done: true },
      { id: 2, state: 'open', done: true },
    ];

    expect(facts(rows, 10)).toEqual([
      'rows: 10 (facts are of the first 3)',
      'fields: done, id, state',
      'id: least 1, most 3, average 2',
      'done: true 3',
      'state: open 2, shut 1',
    ]);
  });

  it('of rows leave out what is no number everywhere, and texts that are all one', () => {
    expect(
      facts([
        { a: 1, b: 'x' },
        { a: 'y', b: 'x' },
      ]),
    ).toEqual(['rows: 2', 'fields: a, b']);
    expect(facts([{ a: Number.NaN }])).toEqual(['rows: 1', 'fields: a']);
  });

  test.each([
    [{ b: [1], a: { x: 1 }, c: 'y' }, ['fields: a, b, c', 'a: fields x', 'b: 1 items', 'c: y']],
    [
      ['a', { b: 1 }],
      ['items: 2', 'a', '{"b":1}'],
    ],
    [[], ['items: 0']],
    ['text', ['text']],
    [undefined, ['undefined']],
    [null, ['null']],
  ])('of %j', (value, wanted) => {
    expect(facts(value)).toEqual(wanted);
  });

  it('are twenty at the most, and no longer than wanted', () => {
    const many = facts(Array.from({ length: 50 }, (_, at) => at));

    expect(many).toHaveLength(20);
    expect(many.at(-1)).toBe('32 more facts left out');
    expect(facts(['abc', 'def'], 2, 11).join('')).toBe('items: 2abc');
  });

  it('are the same for the same output', () => {
    const rows = [{ b: 1, a: 'x' }, { a: 'y' }];

    expect(facts(rows)).toEqual(facts(structuredClone(rows)));
  });
});

test.each([
  ['abc', 2, 'ab'],
  ['a😀', 2, 'a'],
  ['a😀', 3, 'a😀'],
  ['abc', 0, ''],
  ['abc', -1, ''],
])('the beginning of %j in %d is %j', (text, most, beginning) => {
  expect(cut(text, most)).toBe(beginning);
});
