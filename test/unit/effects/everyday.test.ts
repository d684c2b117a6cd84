import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { wantedGroups } from '../../support/wantedCases.ts';
import { stoppedIn } from './stoppedIn.ts';

const whyStopped = stoppedIn({
  '/w/.env': 'file',
  '/w/src/app.ts': 'file',
  '/w/src/a.ts': 'file',
  '/w/package.json': 'file',
  '/home/u/.ssh/id_rsa': 'file',
});

const golden = fileURLToPath(new URL('../../golden/effects/', import.meta.url));

describe('the standard profile', () => {
  describe.each([...wantedGroups(`${golden}everyday.yaml`), ...wantedGroups(`${golden}hostile.yaml`)])('$note', ({ cases }) => {
    it.each(cases)('%s', async (command, { want }) => {
      const why = await whyStopped(command);

      expect(want === 'run' ? why : why !== undefined).toBe(want === 'run' ? undefined : true);
    });
  });
});
