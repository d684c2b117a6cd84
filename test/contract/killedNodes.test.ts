import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { afterAll } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { drivers } from '../support/sqliteDrivers.ts';
import { killedNodesContract } from './killedNodes.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that dies at one of its statements: what it has begun is rolled back, and nothing is written after that. */
function dying(at: number, inner: OpenDriver) {
  let [statements, isDead] = [0, false];
  const open: OpenDriver = path => {
    const driver = inner(path);
    const counted = <T>(run: () => T): T => {
      statements += 1;
      if (!isDead && statements >= at) {
        isDead = true;
        driver.close();
      }
      if (isDead) throw new Error('killed');
      return run();
    };
    return {
      exec: sql => counted(() => driver.exec(sql)),
      prepare(sql) {
        const statement = counted(() => driver.prepare(sql));
        return {
          run: (...params) => counted(() => statement.run(...params)),
          get: (...params) => counted(() => statement.get(...params)),
          all: (...params) => counted(() => statement.all(...params)),
        };
      },
      close: () => void (isDead || driver.close()),
    };
  };
  return { open, isDead: () => isDead };
}

for (const [driver, inner] of drivers)
  killedNodesContract(
    driver,
    (story, diesAt = Infinity) => {
      const { open, isDead } = dying(diesAt, inner);
      return { ...sqliteState(join(folder, `${driver} ${story}.db`), { open }), isDead };
    },
    { from: 8, stride: isLongRun ? 1 : 23 },
  );
