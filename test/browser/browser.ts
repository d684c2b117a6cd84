import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { BUNDLE } from '../support/cli.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine; undefined where there is none. `LICET_REQUIRE_BROWSER=1` makes that an error. */
export const BROWSER: string | undefined = [process.env['CHROMIUM'] ?? '', ...PLACES].find(
  place => place !== '' && existsSync(place),
);

if (BROWSER === undefined) {
  if (process.env['LICET_REQUIRE_BROWSER'] === '1') throw new Error('there is no Chromium: install one, or name it in CHROMIUM');
  console.warn('the tests of the page are skipped: there is no Chromium on this machine, nor in CHROMIUM');
}

/** Starts it. As root it runs only without a sandbox. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: BROWSER ?? '', args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], timeout: 60_000 });

/** The page as it is shipped. */
export const builtPage = (): string => readFileSync(join(BUNDLE, '..', '..', 'page', 'console.html'), 'utf8');

/** A page that is paired with a server, until the test is over. */
export interface OpenedPage {
  readonly page: Page;
  /** The code of the terminal, which a yes on the page needs. */
  readonly confirm: string;
  /** What went wrong on the page. */
  readonly faults: readonly string[];
}

/** Opens the page of a server with the code that its terminal shows, and waits until it hears of what happens. */
export async function openPage(
  browser: Browser,
  url: string,
  { code, confirm }: { readonly code: string; readonly confirm: string },
  look: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, ...look });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', error => void faults.push(error.message));
  page.on('console', message => void (message.type() === 'error' && faults.push(message.text())));
  await page.goto(`${url}/console#pair=${code}`);
  await page.getByText('live', { exact: true }).last().waitFor();
  return { page, confirm, faults };
}
