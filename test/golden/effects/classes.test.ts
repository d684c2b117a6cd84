import { describe, it } from 'vitest';

import { LONG_RUN, isLeftOut, isLongRun } from '../../support/longRuns.ts';
import { classes, expectWanted, groupsOf } from './classes.ts';

describe.each(classes)(`%s${isLongRun ? '' : `, one case in two (all: ${LONG_RUN})`}`, file => {
  describe.each(groupsOf(file))('$note', ({ cases }) => {
    it.each(cases.filter((_, index) => !isLeftOut(index, 2)))('%s', (_name, wanted) => expectWanted(wanted));
  });
});
