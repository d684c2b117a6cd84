import { contiguousDepth, depthLabel, parseDepth } from '@licet/epistemic/model';
import { definePrimitive } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { primitive } from '../support/shorthand.ts';

describe('parseDepth', () => {
  it.each([
    ['D3', 3],
    ['d0', 0],
    [4, 4],
  ])('reads %j', (input, level) => {
    expect(parseDepth(input)).toBe(level);
  });

  it.each(['D5', '3', 'D', '', -1, 1.5, 5, null, undefined, Number.NaN, {}, 'D3 CONSTRAINTS'])('refuses %j', input => {
    expect(() => parseDepth(input)).toThrow(expect.objectContaining({ code: 'invalid_param' }));
  });
});

describe('depthLabel', () => {
  it('names a level, and the absence of one', () => {
    expect([depthLabel(0), depthLabel(4), depthLabel(null)]).toEqual(['D0 EXISTENCE', 'D4 IMPLICATIONS', 'none']);
  });
});

describe('contiguousDepth', () => {
  it.each([
    ['a 0123', 3],
    ['a 013', 1],
    ['a 12', null],
    ['a', null],
    ['a 01-2', 0],
    ['a 01234', 4],
    ['a 0', 0],
  ])('of %s is %j', (text, level) => {
    expect(contiguousDepth(primitive(text))).toBe(level);
  });
});

describe('definePrimitive', () => {
  it('fills in an id, and passes the provenance down', () => {
    const made = definePrimitive({
      name: 'a',
      depths: [{ level: 'D1', relata: [{ relation: 'REQUIRES', targetId: 'b', targetDepth: 'D2' }] }],
    });

    expect(made.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.depths[0]!.relata[0]!.provenance).toEqual(made.provenance);
  });
});
