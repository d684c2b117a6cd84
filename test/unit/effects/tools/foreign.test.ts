import { expect, it } from 'vitest';

import { leakOf, tellsCredential } from '../../../../packages/effects/src/tools/foreign.ts';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

it('finds a credential however deep it is', () => {
  expect(tellsCredential({ a: [{ b: `x ${token}` }] })).toBe(true);
  expect(tellsCredential({ a: [{ b: 'hello' }], c: null, d: 1 })).toBe(false);
  expect(tellsCredential(undefined)).toBe(false);
});

it('takes a call of too many values for one that may hold any', () => {
  expect(tellsCredential(Array.from({ length: 2_000 }, () => 'x'))).toBe(true);
});

it('says who tells it', () => {
  expect(leakOf('mcp__slack__post')).toMatchObject({ program: 'mcp__slack__post', certainty: 'certain' });
});
