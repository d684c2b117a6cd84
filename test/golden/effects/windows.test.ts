import { join } from 'node:path';

import { describe, it } from 'vitest';

import { wantedCases } from '../../support/wantedCases.ts';
import { expectWanted } from './classes.ts';

describe.each(['powershell', 'cmd', 'bash'])('a command for %s', tool => {
  it.each(wantedCases(join(import.meta.dirname, 'windows', `${tool}.yaml`)))('%s', (command, { want }) =>
    expectWanted({ want, tool, payload: { command } }),
  );
});
