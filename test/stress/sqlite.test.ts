import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { workerFile } from '../support/workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-stress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const worker = (file: string, name: string, count: number, max: number, limit = 'budget') =>
  spawn(process.execPath, [workerFile('stress/worker.ts'), file, name, String(count), String(max), limit], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const finished = (child: ReturnType<typeof worker>): Promise<{ code: number | null; passed: number; errors: string }> =>
  new Promise(resolve => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', chunk => (output += String(chunk)));
    child.stderr.on('data', chunk => (errors += String(chunk)));
    child.on('close', code => resolve({ code, passed: Number(output.trim().split('\n').at(-1)), errors }));
  });

/** All of them want a share of one budget; a short run has fewer processes, and the same claim. */
const PROCESSES = isLongRun ? 16 : 4;
const MAX = PROCESSES * 60;

describe('one SQLite file under several processes', () => {
  it(`lets ${PROCESSES} processes of 500 evaluations take a budget of ${MAX} exactly`, { timeout: 300_000 }, async () => {
    const file = join(folder, 'budget.db');
    const results = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) => finished(worker(file, `s${index}`, 500, MAX))),
    );
    const state = sqliteState(file);
    const records = state.audit.read({ type: 'evaluation' });
    const races = state.audit.read({ type: 'commit_failure' });
    const report = state.audit.verify();
    state.close();

    expect(results.map(({ code, errors }) => [code, errors])).toEqual(results.map(() => [0, '']));
    expect(results.reduce((sum, { passed }) => sum + passed, 0)).toBe(MAX);
    expect(records).toHaveLength(PROCESSES * 510);
    expect(report).toMatchObject({ valid: true, records: PROCESSES * 510 + races.length });
  });

  it.each(['count', 'sum', 'distinct'])(
    `lets ${PROCESSES} processes take what a limit by %s permits, exactly`,
    { timeout: 300_000 },
    async limit => {
      const file = join(folder, `${limit}.db`);
      const max = PROCESSES * 12;
      const results = await Promise.all(
        Array.from({ length: PROCESSES }, (_, index) => finished(worker(file, `s${index}`, 60, max, limit))),
      );

      expect(results.map(({ code, errors }) => [code, errors])).toEqual(results.map(() => [0, '']));
      expect(results.reduce((sum, { passed }) => sum + passed, 0)).toBe(max);
    },
  );
});
