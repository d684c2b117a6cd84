import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { drivers } from '../../../../support/sqliteDrivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-sessions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(drivers)('a counter under %s', (name, open) => {
  it('is asked for without a look at every charge that it ever had', () => {
    const prepared = new Set<string>();
    const file = join(folder, `${name}.db`);
    const { sessions, close } = sqliteState(file, {
      open: path => {
        const driver = open(path);
        const prepare = (sql: string) => (prepared.add(sql), driver.prepare(sql));
        return { exec: sql => driver.exec(sql), prepare, close: () => driver.close() };
      },
    });
    for (const holder of ['a', 'b']) {
      void sessions.reserve({ key: 'k', holder, amount: 1, limit: 5, now: 0, expiresAt: 10 });
      void sessions.settle({ holder, now: 1 });
    }
    void sessions.used({ key: 'k', now: 1, excluding: 'a' });
    void sessions.release('b');
    const driver = builtinSqlite(file);
    const searches = [...prepared]
      .filter(sql => /(from|update) entries\b/.test(sql))
      .flatMap(sql => {
        const params = Array.from(sql.matchAll(/\?/g), () => null);
        return driver.prepare(`explain query plan ${sql}`).all(...params) as { detail: string }[];
      })
      .filter(({ detail }) => /^(SEARCH|SCAN) entries\b/.test(detail));
    driver.close();
    close();

    expect(searches.length).toBeGreaterThan(4);
    for (const { detail } of searches) expect(detail).toMatch(/entries_open|entries_holder|key=\? AND holder=\?/);
  });
});
