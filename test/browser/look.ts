import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where pictures of the page go, for people who want to look at it. */
const PICTURES = process.env['LICET_PICTURES'];

/** Returns what takes pictures of a page, under names that begin alike. Takes none unless a folder is named. */
export function pictures(page: Page, prefix: string): (name: string) => Promise<void> {
  return async name => {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${prefix}-${name}.png`) });
  };
}

/** What axe finds wrong with a page as it is. */
export async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE};undefined`);
  return page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))",
  );
}
