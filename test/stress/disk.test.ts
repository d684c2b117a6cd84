import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { ended, start } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-disk-'));
chmodSync(folder, 0o755);
const mounts: string[] = [];
afterEach(() => {
  for (const mount of mounts.splice(0)) spawnSync('umount', [mount]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** A folder on its own file system, where this user may make one. */
function smallDisk(size: string): string | undefined {
  const at = mkdtempSync(join(folder, 'small-'));
  if (!isRoot || spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]).status !== 0) return undefined;
  mounts.push(at);
  return at;
}

const lines = (output: string): readonly string[] => output.trim().split('\n');
const passedIn = (output: string): readonly string[] =>
  lines(output).flatMap(line => (line.startsWith('pass ') ? [line.slice(5)] : []));

/** Everything that passed is in the trail, and the trail is whole. */
function requireRecorded(file: string, passed: readonly string[]): void {
  const { audit, close } = sqliteState(file);
  const records = audit.read({ type: 'evaluation' }).map(({ record }) => record);
  const recorded = new Set(
    records.flatMap(record => ('enforced' in record && record.enforced === 'pass' ? [record.evaluationId] : [])),
  );
  expect(audit.verify().valid).toBe(true);
  expect(passed.filter(id => !recorded.has(id))).toEqual([]);
  close();
}

const run = async (file: string, name: string, count: number, options: { shell?: string; uid?: number } = {}) =>
  ended(start('diskWorker.ts', [file, name, String(count)], options));

describe('a full disk', () => {
  const disk = smallDisk('1m');
  if (disk !== undefined) mounts.length = 0;

  it.skipIf(disk === undefined)('stops every action once it is full, loses nothing, and works when there is room', async () => {
    const place = disk as string;
    const file = join(place, 'state.db');
    const ballast = join(place, 'ballast');
    writeFileSync(ballast, Buffer.alloc(300_000));
    const full = await run(file, 'full', 600);
    const stopped = lines(full.output).filter(line => line.startsWith('stop '));

    expect(full.errors).toBe('');
    expect(passedIn(full.output).length).toBeGreaterThan(5);
    expect(stopped.length).toBeGreaterThan(5);
    for (const line of stopped) expect(line).toMatch(/^stop block (?:store|audit)_unavailable .*(?:disk|written down)/);
    expect(lines(full.output).at(-1)).toMatch(/^stop /);

    rmSync(ballast);
    const again = await run(file, 'again', 5);
    expect(passedIn(again.output)).toHaveLength(5);
    requireRecorded(file, [...passedIn(full.output), ...passedIn(again.output)]);
    spawnSync('umount', [place]);
  });

  it('stops every action at the largest size that a file may have, and works when it may grow', async () => {
    const file = join(mkdtempSync(join(folder, 'limit-')), 'state.db');
    const full = await run(file, 'full', 400, { shell: 'ulimit -f 1000' });
    const stopped = lines(full.output).filter(line => line.startsWith('stop '));

    expect(full.errors).toBe('');
    expect(passedIn(full.output).length).toBeGreaterThan(5);
    expect(stopped.length).toBeGreaterThan(5);
    for (const line of stopped) expect(line).toMatch(/^stop block (?:store|audit)_unavailable/);
    const again = await run(file, 'again', 5);
    expect(passedIn(again.output)).toHaveLength(5);
    requireRecorded(file, [...passedIn(full.output), ...passedIn(again.output)]);
  });
});

describe('a place that may not be written', () => {
  const asUser = isRoot ? { uid: NOBODY } : {};
  const give = (path: string): void => (isRoot ? chownSync(path, NOBODY, NOBODY) : undefined);

  it('stops every action in a folder that is read-only, and works when it is not', async () => {
    const place = mkdtempSync(join(folder, 'folder-'));
    give(place);
    const file = join(place, 'state.db');
    expect(passedIn((await run(file, 'before', 2, asUser)).output)).toHaveLength(2);
    chmodSync(place, 0o555);
    const stopped = lines((await run(file, 'during', 2, asUser)).output);
    chmodSync(place, 0o755);

    for (const line of stopped) expect(line).toMatch(/^stop block store_unavailable/);
    expect(passedIn((await run(file, 'after', 2, asUser)).output)).toHaveLength(2);
    requireRecorded(file, []);
  });

  it('stops every action for a file that is read-only, and works when it is not', async () => {
    const place = mkdtempSync(join(folder, 'file-'));
    give(place);
    const file = join(place, 'state.db');
    expect(passedIn((await run(file, 'before', 2, asUser)).output)).toHaveLength(2);
    chmodSync(file, 0o444);
    const stopped = lines((await run(file, 'during', 2, asUser)).output);
    for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) chmodSync(file + part, 0o644);

    for (const line of stopped) expect(line).toMatch(/^stop block store_unavailable/);
    expect(passedIn((await run(file, 'after', 2, asUser)).output)).toHaveLength(2);
    requireRecorded(file, []);
  });

  it('stops every action in a folder that is not there', async () => {
    const place = join(mkdtempSync(join(folder, 'missing-')), 'not', 'there');
    const file = join(place, 'state.db');

    for (const line of lines((await run(file, 'during', 2)).output))
      expect(line).toMatch(/^stop block store_unavailable .*check that its folder exists/);
    mkdirSync(place, { recursive: true });
    expect(passedIn((await run(file, 'after', 2)).output)).toHaveLength(2);
  });
});

describe('a file that another process keeps locked', () => {
  it('stops every action past the time to wait, and works when that process is gone', async () => {
    const file = join(mkdtempSync(join(folder, 'locked-')), 'state.db');
    expect(passedIn((await run(file, 'before', 1)).output)).toHaveLength(1);
    const program = `const { DatabaseSync } = require('node:sqlite'); const db = new DatabaseSync(process.argv[1]);
      db.exec('begin exclusive'); console.log('held'); setInterval(() => db, 1000)`;
    const holder = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise(resolve => holder.stdout.once('data', resolve));
    const during = await run(file, 'during', 2);
    holder.kill('SIGKILL');
    await new Promise(resolve => holder.once('close', resolve));

    for (const line of lines(during.output)) expect(line).toMatch(/^stop block store_unavailable/);
    expect(passedIn((await run(file, 'after', 2)).output)).toHaveLength(2);
    requireRecorded(file, []);
  });
});
