import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { betterSqlite, builtinSqlite } from '@licet/adapters/sqlite';
import { afterAll, describe, expect, it } from 'vitest';

import { turnFile } from '../../../../../../packages/adapters/src/stores/sqlite/graph/turnFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-turn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const place = (): string => join(folder, `${count++}.db`);

describe.each([
  ['better-sqlite3', betterSqlite],
  ['the SQLite inside Node', builtinSqlite],
])('turnFile with %s', (_name, open) => {
  it('has one holder at a time, and a next one after that', () => {
    const path = place();
    const [one, other] = [turnFile(path, open)!, turnFile(path, open)!];

    expect([one.take(), other.take(), other.take()]).toEqual(['mine', 'next', 'next']);
    one.release();
    expect([one.take(), other.take(), one.take()]).toEqual(['taken', 'mine', 'next']);
    for (const lock of [one, other]) lock.release();
    expect(one.take()).toBe('mine');
    one.release();
  });

  it('lies beside the graph, empty, and for its owner only', () => {
    const path = place();
    const lock = turnFile(path, open)!;
    lock.take();
    lock.release();

    expect(existsSync(path)).toBe(false);
    for (const end of ['turn', 'next']) expect(statSync(`${path}-${end}`)).toMatchObject({ size: 0, mode: 0o100_600 });
  });

  it('says what is wrong where it cannot lie, and needs no release then', () => {
    const path = place();
    writeFileSync(`${path}-turn`, 'this is no database, and it is long enough to be taken for one: '.repeat(20));
    const [damaged, homeless] = [turnFile(path, open)!, turnFile(join(folder, 'none', 'graph.db'), open)!];

    expect(() => damaged.take()).toThrow(/not a database/u);
    expect(() => homeless.take()).toThrow(/ENOENT/u);
    expect(() => [damaged.release(), homeless.release()]).not.toThrow();
  });

  it('is not needed for a graph in memory', () => {
    expect([turnFile(':memory:', open), turnFile('file:graph?mode=memory', open)]).toEqual([undefined, undefined]);
  });
});
