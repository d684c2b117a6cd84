import { describe, expect, it } from 'vitest';

import { LONG_RUN, isLeftOut, isLongRun } from '../../support/longRuns.ts';
import { judgeClassCase, readClasses } from './classes.ts';

describe.each(readClasses())(`%s${isLongRun ? '' : `, one case in two (all: ${LONG_RUN})`}`, (_name, cases) => {
  it.each(cases.filter((_, index) => !isLeftOut(index, 2)))('$line', async ({ line, innocent }) => {
    const { ruling, code, reason } = await judgeClassCase(line);
    const isStopped = ruling === 'ask' || ruling === 'block';

    expect({ line, isStopped, why: isStopped && innocent ? `${code}: ${reason ?? ''}` : '' }).toEqual({ line, isStopped: !innocent, why: '' });
  });
});
