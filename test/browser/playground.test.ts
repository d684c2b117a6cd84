import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { buildPlayground } from '../../examples/playground/build.ts';
import { EXAMPLES } from '../../examples/playground/page/examples.ts';
import { BROWSER, launch } from './browser.ts';
import { pictures, violations } from './look.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** What the page may weigh: until it can be used, until mistakes of a policy are shown, and in all. In bytes, by brotli. */
const MOST = { page: 8_000, policies: 325_000, all: 650_000 };

/** What each example is ruled. */
const RULINGS = ['block', 'pass', 'block', 'block', 'ask', 'pass', 'block', 'block', 'ask', 'block', 'ask', 'block'];

const callOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Call' });
const policyOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Policy' });

const served = (folder: string): Server =>
  createServer(({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1);
    if (!readdirSync(folder).includes(name)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? '' }).end(readFileSync(join(folder, name)));
  });

describe.skipIf(BROWSER === undefined)('the playground', () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-playground-'));
  const server = served(folder);
  let [browser, url]: [Browser | undefined, string] = [undefined, ''];

  beforeAll(async () => {
    cpSync(fileURLToPath(new URL('../../docs/playground/', import.meta.url)), folder, { recursive: true });
    await buildPlayground(folder);
    await new Promise<void>(done => void server.listen(0, '127.0.0.1', done));
    const address = server.address();
    url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  interface Opened {
    readonly page: Page;
    readonly context: BrowserContext;
    readonly faults: readonly string[];
    readonly requests: readonly string[];
  }

  async function opened(look: BrowserContextOptions = {}, hash = ''): Promise<Opened> {
    const context = await (browser as Browser).newContext({ viewport: { width: 1_280, height: 860 }, ...look });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const [faults, requests]: [string[], string[]] = [[], []];
    page.on('pageerror', error => void faults.push(error.message));
    page.on('console', message => void (message.type() === 'error' && faults.push(message.text())));
    page.on('request', request => void requests.push(request.url()));
    await page.goto(url + hash);
    await page.locator('.ruling').waitFor();
    return { page, context, faults, requests };
  }

  it('judges twelve examples without a connection, and asks only for its own files', async () => {
    const { page, context, faults, requests } = await opened();
    await page.waitForLoadState('networkidle');
    const sent = "fetch('/x').then(() => 'sent', () => 'refused')";
    expect(faults).toEqual([]);
    expect(await page.evaluate(sent)).toBe('refused');
    const asked = (): readonly string[] => requests.filter(each => each !== `${url}x`);
    const loaded = asked().length;
    await context.setOffline(true);
    const rulings: string[] = [];
    for (const { name, call } of EXAMPLES) {
      await page.getByLabel('Example').selectOption(name);
      await expect.poll(() => callOf(page).inputValue()).toBe(call);
      await page.locator('#result[data-state=done]').waitFor();
      rulings.push(await page.locator('.ruling strong').innerText());
    }

    expect(rulings).toEqual(RULINGS);
    expect(requests.filter(each => !each.startsWith(url) && !each.startsWith('data:'))).toEqual([]);
    expect(asked().length).toBe(loaded);
    expect(faults.filter(fault => !fault.includes(`${url}x`))).toEqual([]);
  });

  it('says why, what to do instead, what the call would do, what it is certain of and which node decides', async () => {
    const { page, faults } = await opened();
    const result = page.getByRole('region', { name: 'result' });
    await result.getByText('deletes /home/you/**').waitFor();
    expect(await result.innerText()).toMatch(/would delete ~[^]*Instead[^]*name only the files/u);
    expect(await page.locator('.tree .decides').allInnerTexts()).toContainEqual(expect.stringMatching(/^floor block decides/u));
    await page.getByLabel('Example').selectOption('Look at the history');
    await result.getByText('the host need not ask').waitFor();

    await callOf(page).fill('{ "tool": "Write", "input": { "file_path": "/etc/passwd", "content": "x" } }');
    await result.getByText('writes /etc/passwd').waitFor();
    await callOf(page).fill('{ "tool": 1 }');
    await result.getByText('needs the name and the input').waitFor();
    expect(await page.locator('.ruling strong').innerText()).toBe('No ruling');
    expect(faults).toEqual([]);
  });

  it('shows mistakes at their lines, lets no call through meanwhile, and leads to the line', async () => {
    const { page } = await opened();
    const policy = policyOf(page);
    await policy.fill('version: 1\npolicy:\n  bash_safty: {}\n');
    await page.getByText('did you mean bash_safety?').waitFor();
    expect(await page.locator('#lines .error').allInnerTexts()).toEqual(['3']);
    expect(await page.locator('.ruling').innerText()).toBe('block every call, until the policy loads');
    await page.getByRole('button', { name: 'Line 3' }).click();

    expect(await page.evaluate('getSelection()?.toString()')).toBe('  bash_safty: {}');
  });

  it('says whether a change makes the policy milder, with a call that shows it', async () => {
    const { page, faults } = await opened();
    const policy = policyOf(page);
    await policy.fill('version: 1\npolicy: { all: [{ bash_safety: {} }, { ask_before: [npm test] }] }\n');
    await page.locator('#result[data-state=done]').waitFor();
    await page.getByRole('button', { name: 'Compare later changes' }).click();
    await policy.fill('version: 1\npolicy: { bash_safety: {} }\n');
    const verdict = page.locator('.verdict strong');
    await verdict.waitFor();

    expect(await verdict.innerText()).toBe('wider');
    expect(await page.locator('.witnesses').innerText()).toContain('npm test');
    expect(faults).toEqual([]);
  });

  it('keeps policy and call in the fragment of a link, and shows what a link brings as text', async () => {
    const { page } = await opened();
    await callOf(page).fill('rm -rf "<img src=x onerror=alert(1)>"');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => page.url()).toContain('#s=');
    const second = await opened({}, new URL(page.url()).hash);
    await second.page.getByText('onerror=alert').first().waitFor();

    expect(await callOf(second.page).inputValue()).toBe('rm -rf "<img src=x onerror=alert(1)>"');
    expect(await second.page.locator('img').count()).toBe(0);
    expect(second.faults).toEqual([]);
    const broken = await opened({}, '#s=AAAA');
    expect(await callOf(broken.page).inputValue()).toBe(EXAMPLES[0]?.call);
  });

  it.each([
    [1_280, 'light'],
    [1_280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('can be read by everyone, and fits: %d px, %s', async (width, colorScheme) => {
    const { page } = await opened({ viewport: { width, height: 860 }, colorScheme });
    const picture = pictures(page, `playground-${width}-${colorScheme}`);
    for (const name of ['Send a secret', 'Look at the history', 'A mistake in the policy']) {
      await page.getByLabel('Example').selectOption(name);
      await page.locator('#result[data-state=done]').waitFor();
      await picture(name.replaceAll(' ', '-'));
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  it('loads the page first, then what reads policies, then the analyzer of commands', () => {
    const size = (name: string): number => brotliCompressSync(readFileSync(join(folder, name))).length;
    const imports = (name: string, seen: Set<string> = new Set()): Set<string> => {
      if (seen.has(name)) return seen;
      seen.add(name);
      const text = readFileSync(join(folder, name), 'utf8');
      for (const [, other = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/gu)) imports(other, seen);
      return seen;
    };
    const sum = (names: Iterable<string>): number => Array.from(names, size).reduce((a, b) => a + b, 0);
    const files = readdirSync(folder);
    const policies = files.find(name => name.startsWith('policies-')) ?? '';

    expect(sum([...imports('page.js'), 'index.html', 'style.css'])).toBeLessThan(MOST.page);
    expect(sum(imports(policies))).toBeLessThan(MOST.policies);
    expect(sum(files)).toBeLessThan(MOST.all);
  });
});
