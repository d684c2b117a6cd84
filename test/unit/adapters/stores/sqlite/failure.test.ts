import { sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { installedSqlite } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-failure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const engineOn = (file: string, open?: OpenDriver, busyTimeoutMs = 50): PolicyEngine => {
  const { sessions, approvals, audit } = sqliteState(file, { busyTimeoutMs, ...(open && { open }) });
  return new PolicyEngine(Budget({ max: 5 }), { sessions, approvals, audit });
};

const failing =
  (message: string): OpenDriver =>
  () => {
    throw new Error(message);
  };

describe('a state that cannot be used', () => {
  test.each([
    ['a full disk', failing('database or disk is full'), /make room/],
    ['a file that may not be written', failing('attempt to write a readonly database'), /write access/],
    ['a locked file', failing('database is locked'), /another process/],
    ['a damaged file', failing('database disk image is malformed'), /licet reset --state/],
    ['something else', failing('boom'), /see the cause/],
  ])('blocks for %s and says what to do', (_what, open, way) => {
    const evaluation = engineOn(join(folder, 'x.db'), open).evaluateSync({ kind: 'bash' });

    expect(evaluation).toMatchObject({ passed: false, ruling: 'block' });
    expect(evaluation.errors[0]).toMatchObject({ code: 'store_unavailable' });
    expect(evaluation.errors.map(({ message }) => message).join()).toMatch(way);
  });

  it('blocks for a file that is no database, and leaves it as it is', () => {
    const file = join(folder, 'text.db');
    writeFileSync(file, "this is not a database, but it is somebody's file".repeat(50));

    expect(engineOn(file).evaluateSync({ kind: 'bash' }).errors[0]?.message).toMatch(/damaged/);
  });

  it('blocks for a folder that is not there, and works once it is', () => {
    const file = join(folder, 'later', 'state.db');
    const engine = engineOn(file);

    expect(engine.evaluateSync({ kind: 'bash' }).passed).toBe(false);
    mkdirSync(join(folder, 'later'));
    expect(engine.evaluateSync({ kind: 'bash' }).passed).toBe(true);
  });

  it('blocks while another process holds the lock, and works when it lets go', () => {
    const file = join(folder, 'locked.db');
    const engine = engineOn(file);
    engine.evaluateSync({ kind: 'bash' });
    const other = installedSqlite(file);
    other.exec('begin immediate');

    expect(engine.evaluateSync({ kind: 'bash' })).toMatchObject({ passed: false });
    other.exec('rollback');
    other.close();
    expect(engine.evaluateSync({ kind: 'bash' }).passed).toBe(true);
  });
});
