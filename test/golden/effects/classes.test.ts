import { describe, expect, it } from 'vitest';

import { judgeClassCase, readClasses } from './classes.ts';

describe.each(readClasses())('%s', (_name, cases) => {
  it.each(cases)('$line', async ({ line, innocent }) => {
    const { ruling, code, reason } = await judgeClassCase(line);
    const isStopped = ruling === 'ask' || ruling === 'block';

    expect({ line, isStopped, why: isStopped && innocent ? `${code}: ${reason ?? ''}` : '' }).toEqual({ line, isStopped: !innocent, why: '' });
  });
});
