import type { Guard, Verdict } from '@licet/core';
import { ask, block, guard, pass, skip, warn } from '@licet/core';

import { ruled } from '../../../model/ruled.ts';

/** The guards that truth tables are made of. */
export const LEAVES: Readonly<Record<string, Guard>> = {
  pass: guard('passes', () => pass()),
  warn: guard('warns', () => warn('it is late')),
  ask: guard('asks', () => ask('it reaches people', { fix: 'ask the user' })),
  block: guard('blocks', () => block('it is closed', { fix: 'open it' })),
  error: guard('errs', (): Verdict => {
    throw new Error('it was made to fail');
  }),
  skipped: guard('skips', () => skip()),
};

const NAMES: Readonly<Record<string, string>> = {
  '0-0': 'pass',
  '1-1': 'warn',
  '2-2': 'ask',
  '3-3': 'block',
  '0-3': 'error',
  '1-3': '≥ warn',
  '2-3': '≥ ask',
  '0-1': '≤ warn',
  '0-2': '≤ ask',
  '1-2': 'warn to ask',
};

/** Returns what a policy says in the words of the truth tables. */
export async function inWords(policy: Guard): Promise<string> {
  const interval = await ruled(policy);
  return interval === undefined ? 'skipped' : (NAMES[`${interval.best}-${interval.worst}`] ?? 'unnamed');
}

/** The rows of the first table of a doc comment or document after a heading: the first cell, then one cell for each column. */
export function tableAfter(text: string, heading: string): readonly (readonly [string, string, string])[] {
  const [, after = ''] = text.split(heading);
  const lines = after.split('\n').map(line => line.replace(/^\s*\*\s?/u, ''));
  const start = lines.findIndex(line => line.startsWith('|'));
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.replaceAll('*', '').trim());
  const columns = cells(lines[start] ?? '').slice(1);
  const rows: (readonly [string, string, string])[] = [];
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('|')) break;
    const [row = '', ...values] = cells(line);
    for (const [index, value] of values.entries()) rows.push([row, columns[index] ?? '', value]);
  }
  return rows;
}
