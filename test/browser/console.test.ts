import { gzipSync } from 'node:zlib';

import { All, ask, block, guard, pass, warn } from '@licet/core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Running } from '../unit/server/fixtures.ts';
import { started } from '../unit/server/fixtures.ts';
import { LONG_RUN, isLongRun, longIt } from '../support/longRuns.ts';
import { BROWSER, builtPage, launch, openPage } from './browser.ts';
import type { OpenedPage } from './browser.ts';
import { pictures, violations } from './look.ts';

const VIEWS = ['overview', 'live', 'approvals', 'policy', 'sessions', 'fleet', 'knowledge', 'audit', 'passkeys'];

const POLICY = All(
  guard('no_force', ({ payload }) =>
    /--force/u.test(String(payload['command']))
      ? block('a forced push rewrites what others have', { fix: 'push without --force' })
      : pass(),
  ),
  guard('deploys', ({ payload }) =>
    String(payload['command']).startsWith('deploy') ? ask('it reaches users', { fix: 'ask ann' }) : pass(),
  ),
  guard('slow', ({ payload }) =>
    String(payload['command']).startsWith('find /') ? warn('this reads the whole disk', { fix: 'name a folder' }) : pass(),
  ),
);

describe.skipIf(BROWSER === undefined)('the page in a browser', () => {
  const html = BROWSER === undefined ? '' : builtPage();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  interface Opened extends OpenedPage {
    readonly running: Running;
    readonly act: (command: string) => Promise<unknown>;
  }

  async function opened(look: Parameters<Browser['newContext']>[0] = {}, before: readonly string[] = []): Promise<Opened> {
    const running = await started(POLICY, { console: { page: html, by: 'ann' } });
    const act = (command: string): Promise<unknown> =>
      running.post(
        '/v1/evaluate',
        { action: { kind: 'bash', tool: 'Bash', sessionId: 'a-session', agentId: 'main', payload: { command } } },
        { 'x-licet-machine': command.startsWith('git') ? 'build server' : 'laptop of ann', 'x-licet-project': 'shop' },
      );
    for (const command of before) await act(command);
    return { running, act, ...(await openPage(browser, running.url, running.pair(), look)) };
  }

  it('takes the code out of the address, shows what happens as it happens, and says why', async () => {
    const { page, act, faults } = await opened();
    expect(page.url()).toMatch(/\/console#overview$/u);
    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    await act('git push --force origin main');
    await page.getByRole('listitem').filter({ hasText: 'git push --force' }).click();
    const details = page.getByRole('complementary');

    await details.getByText('a forced push rewrites what others have').waitFor();
    expect(await details.locator('.decides').innerText()).toContain('no_force');
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'git push --force' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('begins with what waits, what was blocked today, what is earned and who is at work', async () => {
    const { page, faults } = await opened({}, ['ls', 'git push --force', 'git push --force', 'deploy one']);
    const stopped = page.getByRole('region', { name: 'Stopped today' });
    await stopped.getByText('git push --force').waitFor();
    expect(await stopped.innerText()).toMatch(/×2[^]*rewrites what others have/u);
    expect(await page.getByRole('region', { name: 'Waiting for you' }).innerText()).toMatch(/deploy one[^]*it reaches users/u);
    expect(await page.getByRole('link', { name: /blocked today/u }).innerText()).toMatch(/^2/u);
    await stopped.getByText('git push --force').click();

    await page.getByRole('complementary').getByText('push without --force').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows the audit log at once, the newest record first, and requests that were answered with their answer', async () => {
    const { page, confirm, faults } = await opened({}, ['ls', 'deploy one']);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /approvals/u })
      .click();
    const request = page.getByRole('article');
    await request.getByLabel('code from the terminal').fill(confirm);
    await request.getByLabel('note').fill('release day');
    await request.getByRole('button', { name: 'Approve' }).click();
    const answered = page.getByRole('list', { name: 'answered requests' });
    await answered.getByText('ann: release day').waitFor();
    expect(await answered.innerText()).toContain('deploy one');
    await page.getByRole('navigation').getByRole('link', { name: 'audit' }).click();
    const records = page.getByRole('list', { name: 'records' }).getByRole('listitem');
    await records.first().getByText('answer', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('ls');

    await expect.poll(() => records.count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('shows the calls of all machines on a narrow screen, and those of one on request', async () => {
    const { page, act, faults } = await opened({ viewport: { width: 390, height: 800 } }, [
      'ls',
      'git push --force',
      'git status',
    ]);
    await page.getByRole('navigation').getByRole('link', { name: 'fleet' }).click();
    const machines = page.getByRole('list', { name: 'machines' }).getByRole('listitem');
    await machines.filter({ hasText: 'build server' }).getByText('1 block').waitFor();
    expect(await machines.count()).toBe(2);
    await page.getByRole('combobox').first().selectOption('laptop of ann');
    await expect.poll(() => machines.count()).toBe(1);
    await act('ls -la');

    await machines
      .filter({ hasText: 'laptop of ann' })
      .getByText(/2 calls/u)
      .waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(faults).toEqual([]);
  });

  it('weighs at most 45 kB compressed, with everything in it', () => {
    expect(gzipSync(html).length).toBeLessThanOrEqual(45_000);
  });

  it('puts a question with the whole command, and takes a yes only with the code of the terminal', async () => {
    const { page, act, confirm, running, faults } = await opened({}, ['git status']);
    const long = `deploy ${'--to production '.repeat(40)}`;
    await act(long);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /approvals/u })
      .click();
    const request = page.getByRole('article');
    expect(await request.innerText()).toContain(long.trim());
    await request.getByText(/^what this session did lately/u).click();
    expect(await request.getByRole('list', { name: 'lately' }).innerText()).toContain('git status');
    await request.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').filter({ hasText: 'that is not the code' }).waitFor();
    await request.getByLabel('code from the terminal').fill(confirm);
    await request.getByLabel('note').fill('release day');
    await request.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Nothing waits for an answer.').waitFor();

    expect(await act(long)).toMatchObject({ body: { passed: true } });
    expect(running.audit.records.find(({ type }) => type === 'answer')).toMatchObject({
      by: 'ann',
      channel: 'console',
      reason: 'release day',
    });
    expect(faults.filter(text => !text.includes('403'))).toEqual([]);
  });

  it('keeps an answered card in its place, asks for the code again, and lets no second press answer the next card', async () => {
    const { page, act, confirm, running } = await opened({}, ['deploy one', 'deploy two']);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /approvals/u })
      .click();
    const card = (command: string) => page.getByRole('article', { name: `Bash: ${command}` });
    await card('deploy one').getByLabel('code from the terminal').fill(confirm);
    expect(await card('deploy two').getByLabel('code from the terminal').inputValue()).toBe('');
    const approve = card('deploy one').getByRole('button', { name: 'Approve' });
    await expect.poll(() => approve.isEnabled()).toBe(true);
    const { x = 0, y = 0, width = 0, height = 0 } = (await approve.boundingBox()) ?? {};
    for (let press = 0; press < 4; press++) {
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.keyboard.press('Enter');
    }
    await card('deploy one').getByText('approved by ann').waitFor();

    expect(await approve.boundingBox()).toEqual({ x, y, width, height });
    expect(await approve.isDisabled()).toBe(true);
    expect(await card('deploy two').getByLabel('code from the terminal').inputValue()).toBe('');
    expect(await running.approvals.pending(Date.now())).toHaveLength(1);
    await expect.poll(() => card('deploy two').getByRole('button', { name: 'Approve' }).isEnabled()).toBe(true);
    await card('deploy two').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').filter({ hasText: 'that is not the code' }).waitFor();
    await act('deploy three');
    await card('deploy three').waitFor();
    expect(await page.getByRole('article').allInnerTexts()).toEqual([
      expect.stringContaining('deploy one'),
      expect.stringContaining('deploy two'),
      expect.stringContaining('deploy three'),
    ]);
  });

  it('lets the buttons of all cards rest for a second when a card comes or is answered elsewhere', async () => {
    const { page, act, running } = await opened({}, ['deploy one']);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /approvals/u })
      .click();
    const deny = page.getByRole('article', { name: 'Bash: deploy one' }).getByRole('button', { name: 'Deny' });
    await expect.poll(() => deny.isEnabled()).toBe(true);
    await act('deploy two');
    await page.getByRole('article', { name: 'Bash: deploy two' }).waitFor();

    expect(await deny.isDisabled()).toBe(true);
    await expect.poll(() => deny.isEnabled()).toBe(true);
    const [first] = await running.approvals.pending(Date.now());
    await running.approvals.answer(first?.request.id ?? '', { granted: [false], by: 'bob', channel: 'terminal' }, Date.now());
    await page
      .getByRole('article')
      .filter({ hasText: 'deploy one' })
      .getByText('no longer waits')
      .or(page.getByText('denied by bob'))
      .first()
      .waitFor();
    expect(await page.getByRole('article', { name: 'Bash: deploy two' }).getByRole('button', { name: 'Deny' }).isDisabled()).toBe(
      true,
    );
  });

  longIt('says no with one press, and the agent hears it', async () => {
    const { page, act } = await opened({}, ['deploy now']);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /approvals/u })
      .click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Nothing waits for an answer.').waitFor();

    expect(await act('deploy now')).toMatchObject({ body: { code: 'approval_denied' } });
  });

  longIt('shows what an agent has written as text, whatever it is', async () => {
    const { page, act, faults } = await opened();
    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    await act(`echo "<img src=x onerror=alert(1)></script><script>alert(2)</script>" \u202Etxt`);
    const row = page.getByRole('listitem').filter({ hasText: '<img src=x onerror=alert(1)>' });
    await row.filter({ hasText: String.raw`\u{202e}txt` }).waitFor();

    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  longIt('draws the rows in sight of ten thousand, and finds one among them', async () => {
    const { page, running } = await opened();
    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    const { audit } = running;
    await running.post('/v1/evaluate', { action: { kind: 'bash', payload: { command: 'ls' }, sessionId: 's' } });
    const [sample] = audit.records;
    audit.appendAll(Array.from({ length: 9_999 }, (_, index) => ({ ...sample, payload: { command: `echo ${index}` } }) as never));
    const rows = page.getByRole('listitem');
    await expect
      .poll(async () => page.locator('.rows > div').evaluate(list => list.clientHeight), { timeout: 60_000 })
      .toBe(10_000 * 56);

    expect(await rows.count()).toBeLessThan(80);
    await page.locator('.rows').evaluate(list => list.scrollTo(0, 280_000));
    await rows.filter({ hasText: 'echo 4999' }).first().waitFor();
    await page.getByRole('searchbox').fill('echo 1234');
    await expect.poll(() => rows.count()).toBe(1);
  });

  it('is worked by keyboard', async () => {
    const { page } = await opened({}, ['ls', 'find / -name x']);
    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    await page.getByRole('list', { name: 'decisions, newest first' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('complementary').getByText('this reads the whole disk').waitFor();
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('complementary')
      .getByText('"ls"')
      .or(page.getByRole('complementary').getByText('ls', { exact: false }))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');

    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
  });

  it.for([
    [1_280, 'dark'],
    [390, 'light'],
    [1_280, 'light'],
    [390, 'dark'],
  ] as const)('can be read by everybody at %i px in %s', async ([width, colorScheme], context) => {
    if (!isLongRun && (width !== 1_280 || colorScheme !== 'dark')) return context.skip(LONG_RUN);
    const { page, act } = await opened(
      { viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce', bypassCSP: true },
      ['ls -la', 'git status', 'find / -name x', 'git push --force origin main', 'deploy --to production'],
    );
    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    await act('npm test');
    await page.getByRole('listitem').filter({ hasText: 'npm test' }).waitFor();
    const picture = pictures(page, `${width}-${colorScheme}`);
    const found: Record<string, readonly string[]> = {};
    for (const view of VIEWS) {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(view, 'u') })
        .click();
      await page.locator(view === 'live' ? '.rows' : `#${view}-title`).waitFor();
      found[view] = await violations(page);
      await picture(view);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await page.getByRole('navigation').getByRole('link', { name: 'live' }).click();
    await page.getByRole('listitem').filter({ hasText: '--force' }).click();
    await page.getByRole('complementary').waitFor();
    found['details'] = await violations(page);
    await picture('details');

    expect(found).toEqual(Object.fromEntries([...VIEWS, 'details'].map(view => [view, []])));
  });

  longIt('says how to open it where it has no code, and when the server has gone', async () => {
    const { page, running } = await opened({}, ['ls']);
    await running.close();
    await page.getByText('not connected').waitFor({ timeout: 60_000 });
    const other = await started(POLICY, { console: { page: html, by: 'ann' } });
    await page.goto(`${other.url}/console`);

    await page.getByText('licet console').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(0);
  });
});
