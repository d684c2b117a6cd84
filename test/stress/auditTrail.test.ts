import { sqliteState } from '@licet/adapters/sqlite';
import type { AuditRecord } from '@licet/core';
import type { AuditReader } from '@licet/core/store';
import { PolicyEngine, guard, pass } from '@licet/core';
import { readAll } from '@licet/core/store';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { workerFile } from '../support/workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-trail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const worker = (file: string, name: string, count: number) =>
  spawn(process.execPath, [workerFile('stress/auditWorker.ts'), file, name, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** What a worker was let through, how it ended, and what it complained about. */
const finished = (child: ReturnType<typeof worker>): Promise<{ ids: readonly string[]; signal: string | null; errors: string }> =>
  new Promise(resolve => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', chunk => (output += String(chunk)));
    child.stderr.on('data', chunk => (errors += String(chunk)));
    child.on('close', (_code, signal) => {
      const lines = output.split('\n').slice(0, -1);
      resolve({ ids: lines, signal, errors });
    });
  });

const begun = (child: ReturnType<typeof worker>): Promise<void> =>
  new Promise(resolve => void child.stdout.once('data', () => resolve()).once('close', () => resolve()));

const evaluated = async (reader: AuditReader): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for await (const { record } of readAll(reader, { type: 'evaluation' })) ids.add(record.evaluationId);
  return ids;
};

describe('a trail under eight processes, half of them killed', () => {
  it('is one whole chain, and every action that went ahead is in it', { timeout: 300_000 }, async () => {
    const file = join(folder, 'trail.db');
    const rounds = Number(process.env['LICET_TRAIL_ROUNDS'] ?? 1);
    const acted: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const staying = [1, 2, 3, 4].map(index => finished(worker(file, `stays${round}.${index}`, 60)));
      const killed = [1, 2, 3, 4].map(async index => {
        const child = worker(file, `dies${round}.${index}`, 1_000_000);
        const end = finished(child);
        await begun(child);
        await new Promise(resolve => setTimeout(resolve, (index * 53 + round * 17) % 200));
        child.kill('SIGKILL');
        return end;
      });
      const ended = await Promise.all([...staying, ...killed]);
      expect(ended.map(({ errors }) => errors)).toEqual(ended.map(() => ''));
      expect(ended.slice(4).map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL']);
      acted.push(...ended.flatMap(({ ids }) => ids));
    }
    const { audit: reader, close } = sqliteState(file);
    const known = await evaluated(reader);

    expect(reader.verify()).toMatchObject({ valid: true, first: 1 });
    expect(acted.filter(id => !known.has(id))).toEqual([]);
    expect(new Set(acted).size).toBe(acted.length);
    expect(acted.length).toBeGreaterThan(rounds * 4 * 60);
    close();
  });
});

const outcome = (size: number): AuditRecord => ({
  type: 'outcome',
  at: 1,
  evaluationId: 'e',
  sessionId: 's',
  status: 'error',
  error: 'x'.repeat(size),
});

describe('a trail that cannot be written', () => {
  const mounted = mkdtempSync(join(tmpdir(), 'licet-full-'));
  const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'none', mounted]).status === 0;
  afterAll(() => {
    if (canMount) spawnSync('umount', [mounted]);
    rmSync(mounted, { recursive: true, force: true });
  });

  it.runIf(canMount)('blocks with a way out while the disk is full, loses nothing, and goes on when there is room', async () => {
    const file = join(mounted, 'trail.db');
    const { audit, close } = sqliteState(file);
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { audit },
    );
    expect((await engine.evaluate({ kind: 'read' })).passed).toBe(true);
    const filler = join(mounted, 'filler');
    for (let size = 200_000; size >= 1; size = Math.floor(size / 2))
      try {
        writeFileSync(filler, 'x'.repeat(size), { flag: 'a' });
      } catch {
        // It is full when not even one more byte fits.
      }
    let written = 1;
    for (let tries = 0; tries < 50; tries++)
      try {
        audit.append(outcome(2_000));
        written++;
      } catch {
        break;
      }
    const blocked = await engine.evaluate({ kind: 'read', payload: { text: 'x'.repeat(1_900), more: 'y'.repeat(1_900) } });
    expect(blocked).toMatchObject({ passed: false, code: 'audit_unavailable' });
    expect(blocked.reason).toMatch(/the disk is full; make room/);

    rmSync(filler);
    expect((await engine.evaluate({ kind: 'read' })).passed).toBe(true);
    const report = audit.verify();
    close();
    expect(report.valid).toBe(true);
    expect(report.records).toBeGreaterThanOrEqual(written + 1);
  });

  const script = workerFile('stress/auditWorker.ts');
  const nobody = { uid: 65_534, gid: 65_534 };
  const canBecomeNobody =
    process.getuid?.() === 0 &&
    spawnSync(process.execPath, ['-e', `require('node:fs').accessSync(${JSON.stringify(script)})`], nobody).status === 0;
  it.runIf(canBecomeNobody)('blocks with a way out where a user may not write, and goes on when that is allowed', () => {
    const own = join(folder, 'readonly');
    mkdirSync(own);
    chmodSync(folder, 0o755);
    const file = join(own, 'trail.db');
    const run = () =>
      spawnSync(process.execPath, [script, file, 's', '1'], {
        ...nobody,
        encoding: 'utf8',
      });
    const denied = run();
    expect(denied.stdout).toBe('');
    expect(denied.stderr).toMatch(/the state in `.*` cannot be used: the state (?:may not be written|file cannot be opened)/);

    chownSync(own, 65_534, 65_534);
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(sqliteState(file).audit.verify()).toMatchObject({ valid: true, records: 1 });
  });
});
