import { canonicalJson } from '@licet/core/text';
import * as fc from 'fast-check';
import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

describe('canonicalJson', () => {
  it('writes the sample of RFC 8785', () => {
    const sample = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    };

    expect(canonicalJson(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by UTF-16 units, as the RFC shows', () => {
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };

    expect(Object.values(JSON.parse(canonicalJson(keys)) as object)).toHaveLength(7);
    expect(canonicalJson(keys).replaceAll(/[^\d:,]/gu, '')).toMatch(/2.*4.*6.*7.*1.*5.*3/u);
  });

  it('agrees with another implementation on any data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: cases(500) },
    );
  });

  it('writes numbers as the RFC does', () => {
    const numbers: readonly (readonly [number, string])[] = [
      [-0, '0'],
      [5e-324, '5e-324'],
      [Number.MAX_VALUE, '1.7976931348623157e+308'],
      [9007199254740992, '9007199254740992'],
      [295147905179352830000, '295147905179352830000'],
      [1e21, '1e+21'],
      [1e-7, '1e-7'],
      [333333333.3333332, '333333333.3333332'],
    ];
    for (const [number, text] of numbers) expect(canonicalJson(number)).toBe(text);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const unfit: readonly (readonly [string, unknown])[] = [
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a BigInt', 1n],
    ['NaN', Number.NaN],
    ['infinity', Infinity],
    ['undefined', undefined],
    ['undefined in a list', [undefined]],
    ['a hole in a list', Object.assign([], { length: 2 })],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['a cycle', cyclic],
    ['a map', new Map([[1, 2]])],
    ['a set', new Set([1])],
    [
      'an instance of a class',
      new (class Point {
        x = 1;
      })(),
    ],
    ['a boxed text', Object('a')],
  ];
  for (const [what, value] of unfit) {
    it(`refuses ${what}`, () => {
      expect(() => canonicalJson(value)).toThrow(/canonical JSON cannot carry/u);
      expect(() => canonicalJson({ inside: [value === undefined ? [undefined] : value] })).toThrow(/cannot carry/u);
    });
  }

  it('leaves out members that are undefined and takes dates as their text', () => {
    expect(canonicalJson({ a: undefined, b: new Date(0) })).toBe('{"b":"1970-01-01T00:00:00.000Z"}');
  });
});
