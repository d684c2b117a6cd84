import { CALLBACK_PATH, answerKey, callbackRoute, signAnswer } from '@licet/console';
import type { SignedAnswer } from '@licet/console';
import { PolicyEngine, ask, guard, memoryApprovals, memoryAudit, memorySessions } from '@licet/core';
import type { ApprovalProof } from '@licet/core/policy';
import type { StoredApproval } from '@licet/core/store';
import { describe, expect, it, test } from 'vitest';

const KEY = 'a key of more than thirty-two characters';
const ENV = { PHONE: KEY };
const ANSWERS = { url: 'https://phone.example', by: 'ann', secret: 'env:PHONE' };

/** A request that waits, and the route that takes answers to it. */
async function waiting(proof: ApprovalProof = 'terminal', env: Readonly<Record<string, string>> = ENV) {
  const [approvals, audit] = [memoryApprovals(), memoryAudit()];
  const engine = new PolicyEngine(
    guard('who', () => ask('it reaches others', { fix: 'ask the user' })),
    { approvals, audit, sessions: memorySessions() },
  );
  await engine.evaluate({ kind: 'bash', payload: { command: 'git push' }, sessionId: 's', callId: 'c' });
  const [stored] = await approvals.pending(Date.now());
  if (stored === undefined) throw new Error('nothing waits');
  const settings = { approvals: { proof, notify: [{ url: 'https://told.example', format: 'ntfy' as const, answers: ANSWERS }] } };
  const route = callbackRoute(env);
  const send = async (body: SignedAnswer): Promise<number> => {
    try {
      const policy = { engine, settings, approvals, audit, sources: [], close: async () => undefined };
      const call = {
        path: CALLBACK_PATH,
        query: new URLSearchParams(),
        bytes: 0,
        base: '',
        signal: new AbortController().signal,
        bearer: '',
        origin: {},
      };
      const { status = 200 } = (await route.handle?.({ ...call, body, policy })) ?? {};
      return status;
    } catch (error) {
      return (error as { readonly status: number }).status;
    }
  };
  const current = async (): Promise<StoredApproval | undefined> => approvals.find(stored.request.id, Date.now());
  return { stored, send, current };
}

describe('an answer from elsewhere', () => {
  it('is taken once, in the name of the one who has the key', async () => {
    const { stored, send, current } = await waiting();
    const yes = signAnswer(stored.request, { answer: 'yes', by: 'ann' }, KEY);

    expect(await send(yes)).toBe(200);
    expect((await current())?.answers[0]).toMatchObject({ by: 'ann', channel: 'callback', granted: [true] });
    expect(await send(yes)).toBe(409);
  });

  test.each<[ApprovalProof, number]>([
    ['terminal', 200],
    ['passkey', 403],
    ['service', 403],
  ])('at the level %s: a yes is answered with %d, and a no is taken', async (proof, status) => {
    const [one, other] = [await waiting(proof), await waiting(proof)];

    expect(await one.send(signAnswer(one.stored.request, { answer: 'yes', by: 'ann' }, KEY))).toBe(status);
    expect(await other.send(signAnswer(other.stored.request, { answer: 'no', by: 'ann' }, KEY))).toBe(200);
    expect((await other.current())?.status).toBe('denied');
  });

  it('is not taken with another key, by another person, or for another request', async () => {
    const { stored, send, current } = await waiting();
    const other = await waiting();
    const { request } = stored;

    expect(await send(signAnswer(request, { answer: 'yes', by: 'ann' }, `${KEY}!`))).toBe(403);
    expect(await send(signAnswer(request, { answer: 'yes', by: 'bob' }, KEY))).toBe(403);
    expect(await send(signAnswer(other.stored.request, { answer: 'yes', by: 'ann' }, KEY))).toBe(404);
    expect(await send(signAnswer({ ...request, actionDigest: 'another' }, { answer: 'yes', by: 'ann' }, KEY))).toBe(404);
    expect(await send(signAnswer({ ...request, policyDigest: 'another' }, { answer: 'yes', by: 'ann' }, KEY))).toBe(404);
    expect(await send(signAnswer({ ...request, expiresAt: request.expiresAt + 1 }, { answer: 'yes', by: 'ann' }, KEY))).toBe(404);
    expect(await send(signAnswer({ ...request, expiresAt: 1 }, { answer: 'yes', by: 'ann' }, KEY))).toBe(404);
    expect((await current())?.status).toBe('pending');
  });

  it('needs a key that this process has, and that cannot be guessed', async () => {
    expect(answerKey(ANSWERS, {})).toBeUndefined();
    expect(answerKey(ANSWERS, { PHONE: 'short' })).toBeUndefined();
    expect(answerKey(ANSWERS, ENV)).toBe(KEY);

    const { stored, send } = await waiting('terminal', {});
    expect(await send(signAnswer(stored.request, { answer: 'yes', by: 'ann' }, ''))).toBe(403);
  });
});
