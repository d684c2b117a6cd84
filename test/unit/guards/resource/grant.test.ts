import { expect, it } from 'vitest';

import { grantFact, grantUses, grantsOf, isGrantFact, useFact } from '../../../../packages/guards/src/resource/grant.ts';

const grant = { id: 'g', deed: 'd', path: '/p/a', resolved: '/p/a', kinds: ['read'], uses: 1, grantedAt: 5, expiresAt: 9 };

it('reads the grants of a project, oldest first', () => {
  const facts = { [grantFact('g')]: grant, [grantFact('h')]: { ...grant, id: 'h', grantedAt: 1 }, other: true };

  expect(grantsOf({ facts }).map(({ id }) => id)).toEqual(['h', 'g']);
});

it.each([
  ['that is revoked', null],
  ['without its record', { ...grant, deed: undefined }],
  ['of another name', { ...grant, id: 'x' }],
  ['of nothing', { id: 'g', uses: 1, grantedAt: 5, expiresAt: 9 }],
  ['of two things', { ...grant, command: 'x' }],
  ['of a file without where it leads', { ...grant, resolved: undefined }],
  ['for something else than files', { ...grant, kinds: ['run'] }],
  ['without an end', { ...grant, expiresAt: undefined }],
  ['that is a list', [grant]],
  ['that is a text', 'grant'],
])('a fact %s grants nothing', (_what, value) => {
  expect(grantsOf({ facts: { [grantFact('g')]: value as never } })).toEqual([]);
});

it('reads what grants were used for, and tells uses of two sessions apart', () => {
  const use = (at: number) => ({ grant: 'g', at, sessionId: 's', status: 'ok' });
  const facts = { [useFact('g', 's', 'b')]: use(2), [useFact('g', 's', 'a')]: use(1), [useFact('g', 's', 'c')]: null };

  expect(grantUses({ facts }).map(({ at }) => at)).toEqual([1, 2]);
  expect(useFact('g', 'a:b', 'c')).not.toBe(useFact('g', 'a', 'b:c'));
  expect([grantFact('g'), useFact('g', 's', 'c'), 'granted'].map(isGrantFact)).toEqual([true, true, false]);
});
