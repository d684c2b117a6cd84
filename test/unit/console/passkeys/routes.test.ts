import { PolicyEngine, ask, guard, memoryApprovals, memoryAudit } from '@licet/core';
import type { ApprovalProof, PolicySettings } from '@licet/core/policy';
import type { AnswerRecord, KeyChange } from '@licet/core/store';
import { provenApprovals } from '@licet/core/store';
import { sha256 } from '@licet/core/text';
import type { Passkeys } from '@licet/console';
import { answerProblem, readKeys } from '@licet/console/passkeys';
import { describe, expect, it } from 'vitest';

import { authenticator, changed } from '../../../support/authenticator.ts';
import { started } from '../../server/fixtures.ts';
import type { Said } from '../../server/fixtures.ts';

const PAGE = '<!doctype html><html lang="en"><head><style>p{}</style><script type="module">1</script></head></html>';
const POLICY = guard('deploys', () => ask('it reaches users', { fix: 'ask ann' }));
const CONTROL = 'a-control-token-0123456789-0123456789';
const DEPLOY = { action: { kind: 'deploy', sessionId: 's', payload: { to: 'production' } } };

const hexOf = (challenge: string): string => Buffer.from(challenge, 'base64url').toString('hex');

async function opened(proof: ApprovalProof = 'passkey', names: readonly string[] = ['ann'], first?: string) {
  const settings: PolicySettings = { approvals: { proof } };
  const people = names.map(name => authenticator(name));
  const log: KeyChange[] = [];
  for (const { key } of people) log.push(changed(log, 'add', key, log.length === 0 ? undefined : people[0]));
  const kept = { log: log as readonly KeyChange[], counters: {} as Record<string, number> };
  const passkeys: Passkeys = {
    origin: 'http://localhost:4748',
    ...(first !== undefined && { first }),
    read: () => kept,
    add: change => void (kept.log = [...kept.log, change]),
    noteCounter: (keyId, counter) => void (kept.counters[keyId] = counter),
  };
  const check = (record: AnswerRecord): string | undefined => {
    const read = readKeys(kept.log);
    return 'keys' in read ? answerProblem(record, read.keys) : read.problem;
  };
  const [raw, audit] = [memoryApprovals(), memoryAudit()];
  const engine = new PolicyEngine({ policy: POLICY, settings }, { approvals: raw, audit, checkSignature: check });
  const approvals = provenApprovals(raw, { proof, check });
  const running = await started(POLICY, {
    open: () => ({ engine, settings, sources: [], approvals, audit }),
    console: { page: PAGE, by: 'somebody', passkeys },
    tokens: [
      { token: 'a-token-of-these-tests-0123456789abcdef', may: ['decide', 'report', 'look'] },
      { token: CONTROL, may: ['look', 'pair', 'stop'] },
    ],
  });
  const { code, confirm } = running.pair();
  const { body } = await running.post('/v1/console/pair', { code }, { authorization: '' });
  const page = { authorization: `Bearer ${body.token}` };
  await running.post('/v1/evaluate', DEPLOY);
  const [waiting] = (await running.get('/v1/approvals', page)).body.waiting as { id: string; digest: string }[];
  const { id = '', digest = '' } = waiting ?? {};
  const question = async (name = 'ann'): Promise<Said> =>
    (await running.post('/v1/passkeys/question', { request: id, digest, name }, page)).body;
  const answer = (more: object, headers = page) => running.post(`/v1/approvals/${id}`, { yes: true, digest, ...more }, headers);
  return { running, people, kept, page, confirm, id, digest, question, answer, raw, audit };
}

const signedBy = (who: ReturnType<typeof authenticator>, challenge: string, deviation: object = {}): object => {
  const { kind: _kind, ...signed } = who.sign(hexOf(challenge), deviation);
  return { signed };
};

describe('a yes on the page, where the policy asks for a passkey', () => {
  it('is the yes of the person whose key signed it', async () => {
    const { people, question, answer, running, audit } = await opened('passkey', ['ann', 'ben']);
    const { challenge, credentials } = await question('BEN');
    expect(credentials).toEqual([people[1]?.key.keyId]);

    expect((await answer(signedBy(people[1] as never, challenge))).body).toEqual({ taken: true, status: 'granted' });
    expect(audit.records.find(({ type }) => type === 'answer')).toMatchObject({ by: 'ben', channel: 'passkey' });
    expect((await running.post('/v1/evaluate', DEPLOY)).body.passed).toBe(true);
  });

  it('covers several calls only where exactly that was signed', async () => {
    const { people, running, answer, page, id, digest, audit } = await opened();
    const scope = { lasts: 'session', until: Date.now() + 60_000, uses: 3, region: 'file' };
    const asked = { request: id, digest, name: 'ann', scope };
    const { challenge } = (await running.post('/v1/passkeys/question', asked, page)).body as { readonly challenge: string };
    const signed = signedBy(people[0] as never, challenge);

    for (const other of [
      undefined,
      { ...scope, uses: 100 },
      { ...scope, until: scope.until + 1 },
      { ...scope, region: 'folder' },
    ])
      expect(await answer({ ...signed, ...(other !== undefined && { scope: other }) })).toMatchObject({ status: 403 });
    expect((await answer({ ...signed, scope })).body).toEqual({ taken: true, status: 'granted' });
    expect(audit.records.find(({ type }) => type === 'answer')).toMatchObject({ by: 'ann', scope });
    for (const callId of ['1', '2', '3', '4'])
      expect((await running.post('/v1/evaluate', { action: { ...DEPLOY.action, callId } })).body.passed).toBe(callId !== '4');
  });

  it('is not the code of the terminal, nor the name of anybody', async () => {
    const { answer, confirm, audit } = await opened();

    for (const more of [{}, { confirm }])
      expect(await answer(more)).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('passkey') } } });
    expect(audit.records.some(({ type }) => type === 'answer')).toBe(false);
  });

  it('cannot be given with the token that ends the server, or the one that asks for decisions', async () => {
    const { answer, question, people } = await opened();
    const signed = signedBy(people[0] as never, (await question()).challenge);

    expect(await answer(signed, { authorization: `Bearer ${CONTROL}` })).toMatchObject({ status: 403 });
    expect(await answer(signed, {} as never)).toMatchObject({ status: 403 });
  });

  it('is refused for another person, another key, another digest and a counter that has gone back', async () => {
    const { answer, question, people, kept } = await opened('passkey', ['ann', 'ben']);
    const [ann, ben] = people as [ReturnType<typeof authenticator>, ReturnType<typeof authenticator>];
    const { challenge } = await question('ann');

    expect(await answer(signedBy(ben, challenge))).toMatchObject({ status: 403 });
    expect(await answer(signedBy(authenticator('ann'), challenge))).toMatchObject({ status: 403 });
    expect(await answer({ ...signedBy(ann, challenge), digest: 'another' })).toMatchObject({ status: 403 });
    kept.counters[ann.key.keyId] = 9;
    expect((await answer(signedBy(ann, challenge, { counter: 9 }))).body.error.message).toContain('has gone back');
    expect((await answer(signedBy(ann, challenge, { counter: 10 }))).body).toMatchObject({ taken: true });
    expect(kept.counters[ann.key.keyId]).toBe(10);
  });

  it('is refused where the request shows another action than the one that would run', async () => {
    const { people, raw, id, running, page } = await opened();
    const stored = (await raw.find(id, Date.now()))?.request as Said;
    // As a program does that writes to the state file: what is shown is harmless, and what would run is not.
    const action = { ...stored.action, payload: { to: 'nowhere' }, sessionId: 'other' };
    await raw.open({ ...stored, id: 'forged', code: 'AAAA-AAAA', sessionId: 'other', action });
    const { waiting } = (await running.get('/v1/approvals', page)).body;
    const { digest } = waiting.find((each: Said) => each.id === 'forged');
    const asked = await running.post('/v1/passkeys/question', { request: 'forged', digest, name: 'ann' }, page);
    const signed = signedBy(people[0] as never, asked.body.challenge);

    expect((await running.post('/v1/approvals/forged', { yes: true, digest, ...signed }, page)).body).toMatchObject({
      taken: false,
    });
  });

  it("tells where the answers are the service's alone", async () => {
    const { answer, confirm } = await opened('service');

    expect((await answer({ confirm })).body.error.message).toContain('the service');
  });

  it('leaves a no as easy as it was', async () => {
    const { running, id, page } = await opened();

    expect((await running.post(`/v1/approvals/${id}`, { yes: false }, page)).body).toEqual({ taken: true, status: 'denied' });
  });
});

describe('the passkeys on the page', () => {
  it('are shown with the level of proof, and never with more than their names', async () => {
    const { running, page, people } = await opened();
    const { body } = await running.get('/v1/passkeys', page);

    expect(body).toMatchObject({ proof: 'passkey', origin: 'http://localhost:4748' });
    expect(body.keys).toEqual([{ keyId: people[0]?.key.keyId, name: 'ann' }]);
    expect(body.level.open.length).toBeGreaterThan(0);
    expect(await running.get('/v1/passkeys')).toMatchObject({ status: 403 });
  });

  it('enroll a first key only where a terminal has said so, and for that person', async () => {
    const [plain, told] = [await opened('passkey', []), await opened('passkey', [], 'ann')];
    const begin = (from: typeof plain, name: string) => from.running.post('/v1/passkeys', { name }, from.page);

    expect(await begin(plain, 'ann')).toMatchObject({ status: 403 });
    expect(await begin(told, 'eve')).toMatchObject({ status: 403 });
    const { body } = await begin(told, 'ann');
    const made = authenticator('ann').make(hexOf(body.challenge));
    expect((await told.running.post('/v1/passkeys', made, told.page)).body).toEqual({ done: true });
    expect(told.kept.log).toHaveLength(1);
    expect(await told.running.post('/v1/passkeys', made, told.page)).toMatchObject({ status: 403 });
  });

  it('enroll no first key on a page that a token has opened, also while a terminal waits for one', async () => {
    const { running } = await opened('passkey', [], 'ann');
    const control = { authorization: `Bearer ${CONTROL}` };
    const code = 'a-code-that-the-holder-of-the-token-has-made';
    await running.post('/v1/console/pairings', { codeDigest: sha256(code) }, control);
    const { token } = (await running.post('/v1/console/pair', { code }, { authorization: '' })).body;

    expect(await running.post('/v1/passkeys', { name: 'ann' }, { authorization: `Bearer ${token}` })).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('from a terminal') } },
    });
  });

  it('change only with a signature over that very change', async () => {
    const { running, page, people, kept } = await opened('passkey', ['ann', 'ben']);
    const [ann, ben] = people as [ReturnType<typeof authenticator>, ReturnType<typeof authenticator>];
    const post = (body: object) => running.post('/v1/passkeys', body, page);
    const begun = (await post({ remove: ben.key.keyId })).body;
    expect(await post(signedBy(authenticator('eve'), begun.challenge))).toMatchObject({ status: 403 });
    expect(await post(signedBy(ann, begun.challenge))).toMatchObject({ status: 403 });
    const again = (await post({ remove: ben.key.keyId })).body;
    expect((await post(signedBy(ann, again.challenge))).body).toEqual({ done: true });
    expect(kept.log).toHaveLength(3);
    const last = await post({ remove: ann.key.keyId });
    expect((await post(signedBy(ann, last.body.challenge))).body.error.message).toContain('the last key');
    expect(await post({ remove: 'nothing' })).toMatchObject({ status: 404 });
  });

  it.each([{}, { name: '' }, { name: 'a', remove: 'b' }, { signed: {} }, { id: 'x' }, [], null, { remove: '../x' }])(
    'refuse %j',
    async body => {
      const { running, page } = await opened();

      expect(await running.post('/v1/passkeys', body, page)).toMatchObject({ status: 400 });
    },
  );
});
