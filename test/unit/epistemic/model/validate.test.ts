import { GovernanceError, isGovernanceError } from '@licet/core';
import type { Primitive } from '@licet/epistemic';
import { EpistemicError, provenance } from '@licet/epistemic';
import { validatePrimitive } from '../../../../packages/epistemic/src/model/validate.ts';
import { describe, expect, it } from 'vitest';
import { primitive } from '../support/shorthand.ts';

const whole = primitive('x 01 1:A>y@2');

/** The primitive with its D1, or the edge of its D1, changed. */
function changed(depth: object, relatum: object = {}): Primitive {
  const [first, second] = whole.depths;
  const relata = second!.relata.map(each => Object.assign({}, each, relatum));
  return { ...whole, depths: [first!, Object.assign({}, second, { relata }, depth)] };
}

describe('validatePrimitive', () => {
  it('takes what a store may hold', () => {
    expect(() => validatePrimitive(whole)).not.toThrow();
  });

  it.each([
    ['a primitive', { ...whole, provenance: undefined as never }, 'primitive `x` is missing provenance'],
    ['a depth', changed({ provenance: null }), 'depth D1 IDENTITY of `x` is missing provenance'],
    ['an edge', changed({}, { provenance: undefined }), 'relatum APPLIES_TO in depth D1 IDENTITY of `x` is missing provenance'],
    ['an edge of unknown source', changed({}, { provenance: { source: 'guessed' } }), 'found `guessed`'],
  ])('names %s that lacks provenance', (_, value, message) => {
    expect(() => validatePrimitive(value)).toThrow(
      expect.objectContaining({ code: 'provenance_missing', message: expect.stringContaining(message) }),
    );
  });

  it.each([
    ['a name of white space', { ...whole, name: ' ' }, 'found an empty one'],
    ['half a character', { ...whole, name: '\ud83d' }, 'half of a surrogate pair'],
    ['depths that are no list', { ...whole, depths: {} as never }, 'a list of depths'],
    ['one level twice', { ...whole, depths: [whole.depths[0]!, whole.depths[0]!] }, 'D0 twice'],
    ['a level that is none', changed({ level: 5 }), 'found `5`'],
    ['properties that are no map', changed({ properties: ['a'] }), 'to be a map'],
    ['a value that JSON cannot carry', changed({ properties: { a: () => 1 } }), 'to be plain data'],
    ['a cycle in a value', changed({ properties: loop() }), 'to be plain data'],
    ['metadata that JSON cannot carry', changed({}, { metadata: { a: Number.NaN } }), 'to be plain data'],
    ['a relation that is none', changed({}, { relation: 'LIKES' }), 'found `LIKES`'],
    ['a target depth that is none', changed({}, { targetDepth: -1 }), 'found `-1`'],
    ['an edge to nowhere', changed({}, { targetId: '' }), 'expected a target'],
    ['one edge twice', changed({ relata: [whole.depths[1]!.relata[0], whole.depths[1]!.relata[0]] }), 'twice'],
    ['a policy without a name', changed({}, { policies: [{ name: '', metadata: {} }] }), 'policy name'],
    ['a concept of grounding’s own making', { ...whole, provenance: provenance('synthetic', 0) }, 'cannot be stored'],
  ])('refuses %s', (_, value, message) => {
    expect(() => validatePrimitive(value)).toThrow(
      expect.objectContaining({ code: 'invalid_primitive', message: expect.stringContaining(message) }),
    );
  });
});

function loop(): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}

describe('provenance', () => {
  it('has both times from the clock it was given, and survives JSON', () => {
    const at = provenance('learned', 1_700_000_000_000, 'why');

    expect(at).toEqual({
      source: 'learned',
      createdAt: '2023-11-14T22:13:20.000Z',
      updatedAt: '2023-11-14T22:13:20.000Z',
      detail: 'why',
    });
    expect(JSON.parse(JSON.stringify(at))).toEqual(at);
  });
});

describe('EpistemicError', () => {
  it('is an error of Licet, with its own code and name', () => {
    const error = new EpistemicError('not_found', 'expected a concept, found none', { cause: 7 });

    expect(error).toBeInstanceOf(GovernanceError);
    expect(isGovernanceError(error)).toBe(true);
    expect([error.name, error.code, error.cause]).toEqual(['EpistemicError', 'not_found', 7]);
  });
});
