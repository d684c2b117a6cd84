import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

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
