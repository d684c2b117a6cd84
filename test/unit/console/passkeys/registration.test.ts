import { assertionProblem } from '@licet/console/passkeys';
import { describe, expect, it } from 'vitest';

import { enrolledKey } from '../../../../packages/console/src/passkeys/registration.ts';
import { ORIGIN, authenticator } from '../../../support/authenticator.ts';

const challenge = 'ab'.repeat(32);
const enrolment = { name: 'ann', origin: ORIGIN, challenge };

describe('enrolledKey', () => {
  it('reads a key that an authenticator has made, and takes its signatures', async () => {
    const ann = authenticator('ann');
    const key = await enrolledKey(ann.make(challenge, { counter: 3 }), enrolment);

    expect(key).toEqual({ ...ann.key, counter: 3 });
    expect(assertionProblem(ann.sign('cd'.repeat(32), { counter: 4 }), key, 'cd'.repeat(32))).toBeUndefined();
  });

  it.each([
    ['for another challenge', {}, 'cd'.repeat(32)],
    ['on another page', { origin: 'http://localhost:1' }, challenge],
    ['for another site', { rpId: 'evil.example' }, challenge],
    ['without verifying the person', { flags: 0x01 }, challenge],
    ['by signing an answer', { type: 'webauthn.get' }, challenge],
  ])('refuses a key that was made %s', async (_what, deviation, expected) => {
    const made = authenticator('ann').make(challenge, deviation);

    await expect(enrolledKey(made, { ...enrolment, challenge: expected })).rejects.toThrow();
  });

  it('refuses nonsense', async () => {
    const made = authenticator('ann').make(challenge);
    for (const attestationObject of ['', 'AAAA', 'oA', made.attestationObject.slice(0, 80), `9${'9'.repeat(2_000)}`])
      await expect(enrolledKey({ ...made, attestationObject }, enrolment)).rejects.toThrow();
    for (const clientDataJSON of ['', 'AAAA', Buffer.from('null').toString('base64url')])
      await expect(enrolledKey({ ...made, clientDataJSON }, enrolment)).rejects.toThrow();
  });
});
