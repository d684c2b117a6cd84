import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { judgeClassCase } from './classes.ts';

/** Lines as `classes.ts` has them: one that begins with `-` must be stopped, one with `+` must not; `⏎` is a line break. */
const linesOf = (shell: string): readonly (readonly [command: string, innocent: boolean])[] =>
  readFileSync(join(import.meta.dirname, 'windows', `${shell}.txt`), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => [line.slice(2).replaceAll('⏎', '\n'), line.startsWith('+')] as const);

describe.each(['powershell', 'cmd', 'bash'])('a command for %s', tool => {
  it.each(linesOf(tool))('%s', async (command, innocent) => {
    const { ruling, code, reason } = await judgeClassCase(JSON.stringify({ tool, command }));
    const isStopped = ruling === 'ask' || ruling === 'block';

    expect({ isStopped, why: isStopped && innocent ? `${code}: ${reason ?? ''}` : '' }).toEqual({ isStopped: !innocent, why: '' });
  });
});
