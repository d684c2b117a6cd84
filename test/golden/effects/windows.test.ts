import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { judgeClassCase, signedCases } from './classes.ts';

describe.each(['powershell', 'cmd', 'bash'])('a command for %s', tool => {
  it.each(signedCases(join(import.meta.dirname, 'windows', `${tool}.txt`)))('$line', async ({ line: command, innocent }) => {
    const { ruling, code, reason } = await judgeClassCase(JSON.stringify({ tool, command }));
    const isStopped = ruling === 'ask' || ruling === 'block';

    expect({ isStopped, why: isStopped && innocent ? `${code}: ${reason ?? ''}` : '' }).toEqual({ isStopped: !innocent, why: '' });
  });
});
