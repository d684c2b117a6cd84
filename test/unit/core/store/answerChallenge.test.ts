import { answerChallenge, isSignature, requestDigest } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { plain, request } from './approvalFixtures.ts';

describe('requestDigest', () => {
  const asked = request([plain]);

  it('names everything that an answer is for, and not the code', () => {
    expect(requestDigest({ ...asked, code: 'other' })).toBe(requestDigest(asked));
    const others = [
      { id: 'other' },
      { actionDigest: 'other' },
      { policyDigest: 'other' },
      { sessionId: 'other' },
      { createdAt: asked.createdAt + 1 },
      { expiresAt: asked.expiresAt + 1 },
      { questions: [{ guard: 'g', code: 'c', reason: 'other words' }] },
    ];
    expect(new Set(others.map(each => requestDigest({ ...asked, ...each }))).add(requestDigest(asked)).size).toBe(8);
  });

  it('is the same for a request that was kept as JSON', () => {
    expect(requestDigest(JSON.parse(JSON.stringify(asked)))).toBe(requestDigest(asked));
  });

  it('does not throw for what no record can hold', () => {
    expect(requestDigest({ ...asked, sessionId: '\uD800' })).toMatch(/^[\da-f]{64}$/u);
  });
});

describe('answerChallenge', () => {
  it('differs with the request, the answers, the name and the channel', () => {
    const answer = { requestDigest: 'd', granted: [true, null], by: 'ann', channel: 'passkey' };
    const others = [{ requestDigest: 'e' }, { granted: [true, true] }, { by: 'ben' }, { channel: 'cli' }];

    expect(new Set([{}, ...others].map(each => answerChallenge({ ...answer, ...each }))).size).toBe(5);
  });
});

describe('isSignature', () => {
  const signature = { kind: 'passkey', keyId: 'k', clientDataJSON: 'c', authenticatorData: 'a', signature: 's' };

  it('knows the form of one', () => {
    expect(isSignature(signature)).toBe(true);
  });

  it.each([
    undefined,
    null,
    'passkey',
    {},
    { ...signature, kind: 'other' },
    { ...signature, keyId: '' },
    { ...signature, keyId: 'not base64!' },
    { ...signature, signature: 1 },
    { ...signature, clientDataJSON: 'c'.repeat(5_000) },
    { ...signature, more: true },
  ])('takes %j for none', value => {
    expect(isSignature(value)).toBe(false);
  });
});
