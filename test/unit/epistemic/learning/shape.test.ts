import { describe, expect, it, test } from 'vitest';

import { plainCandidate } from '../../../../packages/epistemic/src/learning/checkCandidate.ts';
import type { LearningCandidate } from '@licet/epistemic/learning';

const edge = { relation: 'APPLIES_TO', target: 'file', targetDepth: 1 };

describe('a candidate of a learner', () => {
  it('is a copy: what was checked is what is written', () => {
    const candidate = { kind: 'DEPTH', newDepths: [{ level: 1, properties: { a: 1 }, relata: [edge] }] };
    const copy = plainCandidate(candidate as LearningCandidate);
    candidate.newDepths.length = 0;

    expect(copy).toEqual({ kind: 'DEPTH', newDepths: [{ level: 1, properties: { a: 1 }, relata: [edge] }] });
  });

  it('may have empty slots', () => {
    const empty = {
      kind: 'REACHABILITY',
      sourceName: null,
      targetName: null,
      relation: null,
      sourceDepth: null,
      targetDepth: null,
    };

    expect(plainCandidate(empty as LearningCandidate)).toEqual(empty);
    expect(plainCandidate({ kind: 'EXISTENCE', name: 'a', d1: null })).toEqual({ kind: 'EXISTENCE', name: 'a', d1: null });
  });

  test.each([
    ['a text', 'yes'],
    ['a list', []],
    ['what is no data', { kind: 'DEPTH', newDepths: () => 1 }],
    ['levels that are no list', { kind: 'DEPTH', newDepths: 'D1' }],
    ['a level that is no map', { kind: 'RELATIONAL', newDepths: [1] }],
    ['a level of a new concept that is none', { kind: 'EXISTENCE', name: 'a', d1: 'D1' }],
    ['edges that are no list', { kind: 'DEPTH', newDepths: [{ level: 1, properties: {}, relata: {} }] }],
    [
      'a relation that there is not',
      { kind: 'DEPTH', newDepths: [{ level: 1, properties: {}, relata: [{ ...edge, relation: 'LIKES' }] }] },
    ],
    [
      'a depth that there is not',
      { kind: 'DEPTH', newDepths: [{ level: 1, properties: {}, relata: [{ ...edge, targetDepth: 9 }] }] },
    ],
    ['a name that is none', { kind: 'REACHABILITY', sourceName: 1 }],
    ['a depth of an end that there is not', { kind: 'REACHABILITY', sourceDepth: 'D1' }],
  ])('is refused: %s', (_what, candidate) => {
    expect(() => plainCandidate(candidate as never)).toThrow(expect.objectContaining({ code: 'candidate_invalid' }));
  });

  it('is named in a message so that nothing in it hides', () => {
    expect(() => plainCandidate({ kind: 'DEPTH', newDepths: [{ relata: 'a\u202eb' }] } as never)).toThrow(/^[^\u202e]*$/);
  });
});
