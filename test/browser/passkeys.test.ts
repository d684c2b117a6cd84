import { PolicyEngine, ask, guard, memoryApprovals, memoryAudit, memorySessions, pass } from '@licet/core';
import type { PolicySettings } from '@licet/core/policy';
import type { AnswerRecord, KeyChange } from '@licet/core/store';
import { provenApprovals } from '@licet/core/store';
import type { Passkeys } from '@licet/console';
import { answerProblem, readKeys } from '@licet/console/passkeys';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { started } from '../unit/server/fixtures.ts';
import type { Running } from '../unit/server/fixtures.ts';
import { BROWSER, builtPage, launch, openPage } from './browser.ts';

const POLICY = guard('deploys', ({ payload }) => {
  const command = String(payload['command']);
  if (command.startsWith('release'))
    return ask('two people decide', { fix: 'ask them', approval: { quorum: { approvals: 2, of: ['ann', 'ben'] } } });
  return command.startsWith('deploy') ? ask('it reaches users', { fix: 'ask ann' }) : pass();
});
const SETTINGS: PolicySettings = { approvals: { proof: 'passkey' } };

/** Keys that are kept in this process, for a page whose address is known once it runs. */
class Kept implements Passkeys {
  origin = '';
  log: readonly KeyChange[] = [];
  counters: Record<string, number> = {};
  first = 'ann';
  read = (): Pick<Kept, 'log' | 'counters'> => this;
  add(change: KeyChange): void {
    this.log = [...this.log, change];
  }
  noteCounter(keyId: string, counter: number): void {
    this.counters[keyId] = counter;
  }
  check = (record: AnswerRecord): string | undefined => {
    const read = readKeys(this.log);
    return 'keys' in read ? answerProblem(record, read.keys) : read.problem;
  };
}

describe.skipIf(BROWSER === undefined)('passkeys on the page, in a browser with authenticators', () => {
  const html = BROWSER === undefined ? '' : builtPage();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  interface Opened {
    readonly running: Running;
    readonly kept: Kept;
    readonly page: Page;
    readonly token: { readonly authorization: string };
    readonly keys: CDPSession;
    readonly addAuthenticator: (transport: 'internal' | 'usb', isUserVerified?: boolean) => Promise<string>;
    readonly isTouched: (authenticatorId: string, enabled: boolean) => Promise<unknown>;
    readonly act: (command: string) => Promise<unknown>;
    readonly view: (name: string) => Promise<void>;
  }

  async function opened(): Promise<Opened> {
    const kept = new Kept();
    const raw = { sessions: memorySessions(), approvals: memoryApprovals(), audit: memoryAudit() };
    const engine = new PolicyEngine({ policy: POLICY, settings: SETTINGS }, { ...raw, checkSignature: kept.check });
    const approvals = provenApprovals(raw.approvals, { proof: 'passkey', check: kept.check });
    const open = () => ({ engine, settings: SETTINGS, sources: [], approvals, audit: raw.audit });
    const running = { ...(await started(POLICY, { open, console: { page: html, by: 'somebody', passkeys: kept } })), ...raw };
    const url = running.url.replace('127.0.0.1', 'localhost');
    kept.origin = url;
    const { page } = await openPage(browser, url, running.pair());
    const keys = await page.context().newCDPSession(page);
    await keys.send('WebAuthn.enable');
    const addAuthenticator = async (transport: 'internal' | 'usb', isUserVerified = true): Promise<string> => {
      const options = { protocol: 'ctap2', transport, hasUserVerification: true, isUserVerified } as const;
      const made = await keys.send('WebAuthn.addVirtualAuthenticator', {
        options: { ...options, automaticPresenceSimulation: true },
      });
      return made.authenticatorId;
    };
    const token = await page.evaluate(() => sessionStorage.getItem('licet.token'));
    return {
      running,
      kept,
      page,
      token: { authorization: `Bearer ${token}` },
      keys,
      addAuthenticator,
      isTouched: (authenticatorId, enabled) => keys.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
      act: command =>
        running.post('/v1/evaluate', { action: { kind: 'bash', tool: 'Bash', sessionId: 's', payload: { command } } }),
      view: name => page.getByRole('link', { name: new RegExp(`^${name}`, 'u') }).click(),
    };
  }

  /** Once the first authenticator has made a key, the other one is touched: before the page asks for the next signature. */
  async function handOver({ page, keys, isTouched }: Opened, from: string, to: string): Promise<void> {
    const made = new Promise<void>(resolve => keys.once('WebAuthn.credentialAdded', () => resolve()));
    const turned = made.then(() => isTouched(from, false)).then(() => isTouched(to, true));
    await page.route('**/v1/passkeys', async route => {
      if (route.request().postData()?.includes('attestationObject') === true) await turned;
      await route.continue();
    });
  }

  async function enrol({ page, view }: Opened, name: string, count: number): Promise<void> {
    await view('passkeys');
    await page.getByLabel('whose key').fill(name);
    await page.getByRole('button', { name: 'Enroll' }).click();
    await expect.poll(() => page.getByRole('list', { name: 'enrolled keys' }).getByRole('listitem').count()).toBe(count);
  }

  async function approve({ page, view }: Opened, command: string, who = 'ann'): Promise<void> {
    await view('approvals');
    const request = page.getByRole('article').filter({ hasText: command });
    await request.getByLabel('who signs').selectOption(who);
    await request.getByRole('button', { name: 'Approve with a passkey' }).click();
  }

  it('enrolls a key, and lets a call run that its owner has signed', async () => {
    const all = await opened();
    await all.addAuthenticator('internal');
    await enrol(all, 'ann', 1);
    await all.act('deploy now');
    await approve(all, 'deploy now');
    await all.page.getByText('Nothing waits for an answer.').waitFor();

    expect(await all.act('deploy now')).toMatchObject({ body: { passed: true } });
    const record = all.running.audit.records.find(({ type }) => type === 'answer') as AnswerRecord;
    expect(record).toMatchObject({ by: 'ann', channel: 'passkey', granted: [true], signature: { kind: 'passkey' } });
    expect(all.kept.check(record)).toBeUndefined();
    expect(all.kept.check({ ...record, by: 'ben' })).toBeDefined();
  });

  it('takes a quorum from the keys of two people, and never two answers from one key', async () => {
    const all = await opened();
    const inside = await all.addAuthenticator('internal');
    await enrol(all, 'ann', 1);
    const stick = await all.addAuthenticator('usb');
    await all.isTouched(inside, false);
    await handOver(all, stick, inside);
    await enrol(all, 'ben', 2);
    await all.act('release it');
    await approve(all, 'release it', 'ann');
    await all.page.getByText('answered so far by ann').waitFor();
    await approve(all, 'release it', 'ann');
    await all.page.getByRole('alert').filter({ hasText: 'has answered already' }).waitFor();
    expect(await all.act('release it')).toMatchObject({ body: { passed: false } });
    await all.isTouched(inside, false);
    await all.isTouched(stick, true);
    await approve(all, 'release it', 'ben');
    await all.page.getByText('Nothing waits for an answer.').waitFor();

    expect(await all.act('release it')).toMatchObject({ body: { passed: true } });
  });

  it('refuses an authenticator that has not verified the person', async () => {
    const all = await opened();
    const id = await all.addAuthenticator('internal');
    await enrol(all, 'ann', 1);
    await all.keys.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
    await all.act('deploy now');
    await approve(all, 'deploy now');
    await all.page.getByRole('alert').filter({ hasText: /\S/u }).waitFor();

    expect(await all.act('deploy now')).toMatchObject({ body: { passed: false } });
    expect(all.running.audit.records.some(({ type }) => type === 'answer')).toBe(false);
  });

  /** Has the page sign a challenge, as a script of the agent would. */
  const signAs = (page: Page, question: object): Promise<object> =>
    page.evaluate(`(async ({ challenge, credentials }) => {
      const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0));
      const text = data => btoa(String.fromCharCode(...new Uint8Array(data))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const allowCredentials = credentials.map(id => ({ type: 'public-key', id: bytes(id) }));
      const publicKey = { challenge: bytes(challenge), rpId: 'localhost', userVerification: 'required', allowCredentials };
      const { id, response } = await navigator.credentials.get({ publicKey });
      const { clientDataJSON, authenticatorData, signature } = response;
      return { keyId: id, clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature) };
    })(${JSON.stringify(question)})`);

  async function waitingOf({ running, token }: Opened, command: string) {
    const { body } = await running.get('/v1/approvals', token);
    const found = body.waiting.find(
      ({ action }: { action: { payload: { command: string } } }) => action.payload.command === command,
    );
    return found as { readonly id: string; readonly digest: string };
  }

  async function questionOf(all: Opened, command: string) {
    const { id, digest } = await waitingOf(all, command);
    const { body } = await all.running.post('/v1/passkeys/question', { request: id, digest, name: 'ann' }, all.token);
    return { id, digest, question: body as object };
  }

  it('refuses what was signed for another request, on another page, or used twice', async () => {
    const all = await opened();
    const inside = await all.addAuthenticator('internal');
    await enrol(all, 'ann', 1);
    await all.act('deploy one');
    await all.act('deploy two');
    const [one, two] = [await questionOf(all, 'deploy one'), await questionOf(all, 'deploy two')];
    const answer = (id: string, digest: string, signed: object) =>
      all.running.post(`/v1/approvals/${id}`, { yes: true, digest, signed }, all.token);
    const signed = await signAs(all.page, one.question);

    expect(await answer(two.id, two.digest, signed)).toMatchObject({ status: 403 });
    expect(await answer(two.id, one.digest, signed)).toMatchObject({ status: 403 });
    expect(await answer(one.id, 'another', signed)).toMatchObject({ status: 403 });
    expect(await answer(one.id, one.digest, signed)).toMatchObject({ body: { taken: true } });
    expect(await answer(one.id, one.digest, signed)).toMatchObject({ status: 403 });

    const elsewhere = await started(POLICY, { console: { page: html, by: 'eve' } });
    const stranger = await openPage(browser, elsewhere.url.replace('127.0.0.1', 'localhost'), elsewhere.pair());
    const theirs = await stranger.page.context().newCDPSession(stranger.page);
    await theirs.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true } as const;
    const { authenticatorId } = await theirs.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, automaticPresenceSimulation: true },
    });
    const [mine] = (await all.keys.send('WebAuthn.getCredentials', { authenticatorId: inside })).credentials;
    await theirs.send('WebAuthn.addCredential', { authenticatorId, credential: { ...mine, signCount: 100 } as never });
    const phished = await signAs(stranger.page, two.question);
    expect(await answer(two.id, two.digest, phished)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('another page') } },
    });
    expect(await all.act('deploy two')).toMatchObject({ body: { passed: false } });
  });

  it('takes nothing from a key that was removed, and removes none without a signature', async () => {
    const all = await opened();
    const inside = await all.addAuthenticator('internal');
    await enrol(all, 'ann', 1);
    await all.act('deploy now');
    const { id, digest, question } = await questionOf(all, 'deploy now');
    const signed = await signAs(all.page, question);
    const [key] = all.kept.log;
    const begun = await all.running.post('/v1/passkeys', { remove: key?.key.keyId }, all.token);
    expect(begun).toMatchObject({ status: 200 });
    expect(await all.running.post('/v1/passkeys', { signed }, all.token)).toMatchObject({ status: 403 });

    const stick = await all.addAuthenticator('usb');
    await all.isTouched(inside, false);
    await handOver(all, stick, inside);
    await enrol(all, 'ben', 2);
    await all.page
      .getByRole('list', { name: 'enrolled keys' })
      .getByRole('listitem')
      .filter({ hasText: 'ann' })
      .getByRole('button')
      .click();
    await expect.poll(() => all.kept.log.length).toBe(3);
    expect(await all.running.post(`/v1/approvals/${id}`, { yes: true, digest, signed }, all.token)).toMatchObject({
      status: 403,
    });
  });

  it('says which level is in force, and what an agent could still do', async () => {
    const { page, view } = await opened();
    await view('passkeys');

    await page.getByText('Level passkey').waitFor();
    expect(await page.getByRole('list', { name: 'what an agent could still do' }).getByRole('listitem').count()).toBeGreaterThan(
      1,
    );
  });
});
