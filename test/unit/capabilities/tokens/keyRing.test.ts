import { describe, expect, it, test } from 'vitest';

import { keyRing, keysFrom, readKeys } from '../../../../packages/capabilities/src/tokens/keyRing.ts';

const old = 'an old secret of thirty-two letters';
const fresh = 'a new secret of thirty-two letters';

describe('a ring of keys', () => {
  it('signs with the active one, and finds the others', () => {
    const ring = keyRing({ active: 'b', keys: { a: old, b: fresh } });

    expect([ring.active(), ring.find('a'), ring.find('c'), ring.find('toString')]).toEqual([
      { id: 'b', key: fresh },
      old,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['a key that is too short', { keys: { a: 'short' } }],
    ['no key', { keys: {} }],
    ['several without an active one', { keys: { a: old, b: fresh } }],
    ['an active one that is not there', { active: 'c', keys: { a: old } }],
    ['something else', []],
  ])('is refused: %s, and no message shows a key', (_what, given) => {
    expect(() => keyRing(given as never)).toThrow(expect.objectContaining({ code: 'invalid_param' }));
    expect(() => keyRing(given as never)).not.toThrow(old);
  });
});

test('keys are one text, or JSON', () => {
  expect(readKeys(` ${old}\n`)).toEqual({ keys: { default: old } });
  expect(readKeys(JSON.stringify({ active: 'a', keys: { a: old } }))).toEqual({ active: 'a', keys: { a: old } });
  expect(() => readKeys('{')).toThrow('no JSON');
  expect(() => readKeys('')).toThrow('too short');
});

it('reads a variable again when it has changed', () => {
  const variable = 'LICET_TEST_KEYS_OF_A_RING';
  const ring = keysFrom({ variable });
  try {
    expect(() => ring.active()).toThrow('holds no keys');
    process.env[variable] = old;
    expect(ring.active().key).toBe(old);
    process.env[variable] = fresh;
    expect(ring.active().key).toBe(fresh);
  } finally {
    delete process.env[variable];
  }
});
