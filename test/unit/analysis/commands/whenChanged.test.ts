import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { whenChanged } from '../../../../packages/analysis/src/commands/whenChanged.ts';

it('runs again when a file changes that the last run has named, and ends with the process', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'licet-watch-')), 'a.yaml');
  writeFileSync(file, '0');
  const told: string[] = [];
  let runs = 0;
  const run = async (): Promise<readonly string[]> => {
    runs++;
    return [file];
  };

  const ended = whenChanged(run, changed => void told.push(changed));
  await expect
    .poll(
      () => {
        if (runs === 1) writeFileSync(file, `${Math.random()}`);
        return runs;
      },
      { interval: 500 },
    )
    .toBeGreaterThan(1);
  process.emit('SIGTERM');

  expect(await ended).toBe(0);
  expect(told[0]).toBe(file);
});
