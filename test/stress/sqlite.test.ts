import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-stress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const worker = (file: string, name: string, count: number, max: number) =>
  spawn(
    process.execPath,
    ['--conditions=@licet/source', join(import.meta.dirname, 'worker.ts'), file, name, String(count), String(max)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );

const finished = (child: ReturnType<typeof worker>): Promise<{ code: number | null; passed: number; errors: string }> =>
  new Promise(resolve => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', chunk => (output += String(chunk)));
    child.stderr.on('data', chunk => (errors += String(chunk)));
    child.on('close', code => resolve({ code, passed: Number(output.trim().split('\n').at(-1)), errors }));
  });

describe('one SQLite file under several processes', () => {
  it('lets 16 processes of 500 evaluations take a budget of 1,000 exactly', { timeout: 300_000 }, async () => {
    const file = join(folder, 'budget.db');
    const results = await Promise.all(Array.from({ length: 16 }, (_, index) => finished(worker(file, `s${index}`, 500, 1_000))));
    const state = sqliteState(file);
    const records = state.audit.read({ type: 'evaluation' });
    const races = state.audit.read({ type: 'commit_failure' });
    const report = state.audit.verify();
    state.close();

    expect(results.map(({ code, errors }) => [code, errors])).toEqual(results.map(() => [0, '']));
    expect(results.reduce((sum, { passed }) => sum + passed, 0)).toBe(1_000);
    expect(records).toHaveLength(16 * 510);
    expect(report).toMatchObject({ valid: true, records: 16 * 510 + races.length });
  });
});
