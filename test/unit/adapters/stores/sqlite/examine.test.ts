import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { examineState, sqliteState } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { drivers } from '../../../../support/sqliteDrivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-examine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(drivers)('examining a state with %s', (name, open) => {
  it('finds a fresh one well', () => {
    const file = join(folder, `${name}.db`);
    const { sessions, close } = sqliteState(file, { open });
    void sessions.append('s', [{ type: 'fact', at: 5, name: 'x', value: 1 }]);
    void sessions.reserve({ key: 'k', holder: 'h', amount: 1, now: 0, expiresAt: 10 });
    close();
    const found = examineState(file, { now: 10_000_000, open });

    expect(found).toEqual({
      journalMode: 'wal',
      damage: [],
      newestAt: 5,
      leftOver: 1,
    });
  });

  it('says why nothing can be written', () => {
    const file = join(folder, `locked ${name}.db`);
    const state = sqliteState(file, { open });
    void state.sessions.append('s', []);
    const holder = open(file);
    holder.exec('begin immediate');

    expect(examineState(file, { now: 0, open, busyTimeoutMs: 10 }).unwritable).toMatch(/locked by another process/);
    holder.close();
    state.close();
  });

  it('throws for a file that is not there, and does not make it', () => {
    const file = join(folder, `none ${name}.db`);

    expect(() => examineState(file, { now: 0, open })).toThrow(expect.objectContaining({ code: 'store_unavailable' }) as Error);
    expect(existsSync(file)).toBe(false);
  });

  it('is not needed to keep a new state from other users', () => {
    const file = join(folder, `private ${name}.db`);
    const { sessions, close } = sqliteState(file, { open });
    void sessions.append('s', []);

    for (const part of ['', '-wal', '-shm']) expect(statSync(file + part).mode & 0o077).toBe(0);
    close();
  });
});
