import { describe, it } from 'vitest';

import { LONG_RUN, isLeftOut, isLongRun } from '../../support/longRuns.ts';
import { casesOf, classes, expectWanted } from './classes.ts';

describe.each(classes)(`%s${isLongRun ? '' : `, one case in two (all: ${LONG_RUN})`}`, file => {
  it.each(casesOf(file).filter((_, index) => !isLeftOut(index, 2)))('%s', (_name, wanted) => expectWanted(wanted));
});
