import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { goldenCases } from '../../support/goldenCases.ts';
import { InstalledProject } from '../../support/installed.ts';

const Words = z.strictObject({
  command: z.string(),
  ruling: z.enum(['pass', 'warn', 'ask', 'block']),
  reason: z.string().nullable(),
  fix: z.string().nullable(),
});

const cases = goldenCases(join(import.meta.dirname, 'words.yaml'), Words);

describe('what people read', () => {
  const judged = new InstalledProject().judge(cases);

  it.each(cases.map((one, index) => [one.command, one, index] as const))('%s', (_command, { ruling, reason, fix }, index) => {
    const said = judged[index];

    expect({ ruling: said?.ruling, reason: said?.reason ?? null, fix: said?.fix?.summary ?? null }).toEqual({ ruling, reason, fix });
  });

  it('has no word of ours, no riddle, and something to do for everything that is stopped', () => {
    for (const { reason, fix, ruling } of cases) {
      expect(`${reason}`).not.toMatch(/git_ref|[a-z]+_[a-z]+ `|cannot be told|`tool |worth/);
      if (ruling !== 'pass') expect(fix).toMatch(/\w/);
    }
  });
});
