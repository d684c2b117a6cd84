import { join } from 'node:path';

import { describe, it } from 'vitest';

import { wantedGroups } from '../../support/wantedCases.ts';
import { expectWanted } from './classes.ts';

describe.each(['powershell', 'cmd', 'bash'])('a command for %s', tool => {
  describe.each(wantedGroups(join(import.meta.dirname, 'windows', `${tool}.yaml`)))('$note', ({ cases }) => {
    it.each(cases)('%s', (command, { want }) => expectWanted({ want, tool, payload: { command } }));
  });
});
