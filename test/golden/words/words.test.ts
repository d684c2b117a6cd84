import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';

import { InstalledProject } from '../../support/installed.ts';

interface Words {
  readonly command: string;
  readonly ruling: string;
  readonly reason: string | null;
  readonly fix: string | null;
}

const cases = parse(readFileSync(join(import.meta.dirname, 'words.yaml'), 'utf8')) as readonly Words[];

describe('what people read', () => {
  const judged = new InstalledProject().judge(cases.map(({ command }) => ({ note: '', command })));

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
