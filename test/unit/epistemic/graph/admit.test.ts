import { definePrimitive } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

import { admit, admitAlias, compareRelata } from '../../../../packages/epistemic/src/graph/admit.ts';
import { primitive } from '../support/shorthand.ts';

describe('a concept that a store keeps', () => {
  const given = primitive('create 0123 2:REQ>user@1 2:A>file@3 2:A>file@1 2:A>directory@2');

  it('has one form, in whatever order it came', () => {
    const turned = {
      ...given,
      depths: given.depths.toReversed().map(depth => ({ ...depth, relata: depth.relata.toReversed() })),
    };

    expect(JSON.stringify(admit(turned))).toBe(JSON.stringify(admit(given)));
    expect(admit(turned).depths.map(({ level }) => level)).toEqual([0, 1, 2, 3]);
  });

  it('is a copy that cannot be changed', () => {
    const properties = { a: { b: 1 } };
    const kept = admit(definePrimitive({ name: 'x', depths: [{ level: 'D0' }, { level: 'D1', properties }] }));
    properties.a.b = 2;

    expect(kept.depths[1]?.properties).toEqual({ a: { b: 1 } });
    expect(Object.isFrozen(kept.depths[1]?.properties['a'])).toBe(true);
  });

  it('has its name in one spelling', () => {
    expect(admit(definePrimitive({ name: 'cafe\u0301' })).name).toBe('café');
  });

  it('is refused when it is none', () => {
    expect(() => admit({ ...given, name: '' })).toThrow(expect.objectContaining({ code: 'invalid_primitive' }));
  });
});

it('orders edges by relation, target and depth', () => {
  const relata = primitive('a 012 2:REQ>x@1 2:A>y@3 2:A>x@2 2:A>x@1').depths[2]?.relata ?? [];
  const sorted = relata.toSorted(compareRelata);
  const applies = sorted
    .filter(({ relation }) => relation === 'APPLIES_TO')
    .map(({ targetId, targetDepth }) => `${targetId}@${targetDepth}`);

  expect(applies).toEqual(['id-x@1', 'id-x@2', 'id-y@3']);
  expect(new Set([sorted[0]?.relation, sorted[3]?.relation])).toEqual(new Set(['REQUIRES', 'APPLIES_TO']));
});

it.each(['', '  ', 'a\ud800'])('refuses the alias %j', alias => {
  expect(() => admitAlias(alias)).toThrow('expected an alias of whole characters');
  expect(() => admitAlias('folder')).not.toThrow();
});
