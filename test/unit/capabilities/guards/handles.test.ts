import { PolicyEngine } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { Handles } from '@licet/capabilities';
import { describe, expect, it, test } from 'vitest';

const engine = new PolicyEngine(Handles(), { default: 'block', clock: fakeClock(1_000) });
const handle = {
  principal: 'ann',
  expiresAt: 1_001,
  isRevoked: false,
  shownRows: 40,
  maxRows: 50,
  fields: ['id', 'name'],
  scope: { team: 1 },
};
const expand = (payload: object, more: object = {}, who: object | undefined = { id: 'ann' }) =>
  engine.evaluateSync({
    kind: 'expand',
    tool: 't',
    payload,
    principal: who,
    request: { handle: { ...handle, ...more } },
  } as never).code;

describe('a second look into what was brought back', () => {
  test.each([
    [{}, 'ok'],
    [{ limit: 10, offset: 40, fields: ['id'], filter: { name: 'x', team: 1 } }, 'handle_constraint_violation'],
    [{ limit: 10, fields: ['id'], filter: { name: 'x' } }, 'ok'],
    [{ limit: 11 }, 'handle_constraint_violation'],
    [{ fields: ['id', 'salary'] }, 'handle_constraint_violation'],
    // Searching by a hidden field would tell what is in it.
    [{ filter: { salary: 5 } }, 'handle_constraint_violation'],
    [{ limit: -1 }, 'invalid_constraint'],
    [{ offset: 0.5 }, 'invalid_constraint'],
    [{ fields: 'id' }, 'invalid_constraint'],
    [{ filter: ['id'] }, 'invalid_constraint'],
  ])('with %j: %s', (payload, code) => {
    expect(expand(payload)).toBe(code);
  });

  it('is the principal of the call, with a handle that is good', () => {
    expect(expand({}, {}, { id: 'bob' })).toBe('handle_principal_mismatch');
    expect(expand({}, { isRevoked: true })).toBe('token_revoked');
    expect(expand({}, { expiresAt: 1_000 })).toBe('handle_expired');
    expect(engine.evaluateSync({ kind: 'expand', tool: 't', payload: {}, principal: { id: 'ann' } }).code).toBe(
      'handle_not_found',
    );
  });

  it('keeps to the scope of the call', () => {
    expect(expand({ filter: { team: 2 } }, { fields: undefined })).toBe('handle_constraint_violation');
    expect(expand({ filter: { team: 1 } }, { fields: undefined })).toBe('ok');
  });

  it('sees no more when all rows were shown', () => {
    expect([expand({}, { shownRows: 50 }), expand({ limit: 1_000 }, { maxRows: undefined })]).toEqual([
      'handle_constraint_violation',
      'ok',
    ]);
  });
});

it('says nothing of other actions', () => {
  expect(engine.evaluateSync({ kind: 'tool', tool: 't', payload: {} }).code).not.toMatch(/^handle/);
});
