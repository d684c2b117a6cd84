import { describe, expect, it, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import type { YAMLMap, YAMLSeq } from 'yaml';

import { flow, joined } from '../../../../packages/core/src/yaml/editText.ts';

describe('a value on one line', () => {
  test.each([
    [{ a: [1, 'b'], c: {} }, '{ a: [1, b], c: {} }'],
    [[], '[]'],
    ['true', "'true'"],
    ['a: b', "'a: b'"],
    [null, 'null'],
    ['a\nb', String.raw`"a\nb"`],
    ["it's", "it's"],
  ])('%j is %s', (value, text) => {
    expect(flow(value)).toBe(text);
    expect(parse(flow(value))).toEqual(value);
  });
});

describe('members behind the last one', () => {
  const put = (text: string, ...members: readonly string[]): unknown => {
    const node = parseDocument(text).get('x') as YAMLMap | YAMLSeq;
    const { at, put: more } = joined(node, members, text);
    return parse(text.slice(0, at) + more + text.slice(at));
  };

  test.each([
    ['x: [a]\ny: 1', ['a', 'b', 'c']],
    ['x: []\ny: 1', ['b', 'c']],
    ['x:\n  - a\ny: 1', ['a', 'b', 'c']],
    ['x:\n  - a # why\n\n# more\ny: 1', ['a', 'b', 'c']],
    ['x: [a, # why\n  ]\ny: 1', ['a', 'b', 'c']],
  ])('of the list %j', (text, wanted) => {
    expect(put(text, 'b', 'c')).toEqual({ x: wanted, y: 1 });
  });

  it('of a mapping', () => {
    expect(put('x: { a: 1 }\ny: 1', 'b: 2')).toEqual({ x: { a: 1, b: 2 }, y: 1 });
    expect(put('x: {}\ny: 1', 'b: 2')).toEqual({ x: { b: 2 }, y: 1 });
    expect(put('y: 1\nx:\n  a: 1', 'b: 2')).toEqual({ x: { a: 1, b: 2 }, y: 1 });
  });
});
