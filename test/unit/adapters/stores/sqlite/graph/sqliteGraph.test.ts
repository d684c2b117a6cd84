import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ground, groundIn } from '@licet/epistemic';
import { betterSqlite, builtinSqlite } from '@licet/adapters/sqlite';
import type { OpenDriver } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { describe, expect, it } from 'vitest';
import { puts } from '../../../../epistemic/support/shorthand.ts';
import { temporaryFolder } from '../../../../epistemic/support/stores.ts';

interface Connection {
  exec(sql: string): Connection;
  close(): void;
}
const Database = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => Connection;

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('sqliteGraph', () => {
  it('makes the folder of a new file and keeps the graph between openings', () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'a', 'b', 'graph.db');
    const first = sqliteGraph(path);
    const version = first.write(puts(['file 01']));
    first.close();

    const second = sqliteGraph(path);

    expect([second.snapshot().version, second.find({ name: 'FILE' })?.name]).toEqual([version, 'file']);
    second.close();
  });

  it.each([0, 1, Number.POSITIVE_INFINITY])('sees what another connection wrote, loading after %s', loadAfter => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const reader = sqliteGraph(path, { loadAfter });
    const writer = sqliteGraph(path);
    const ask = (): unknown => ground(reader, ['a', 'b'], { reachability: 'component' });
    expect([ask(), ask()]).toMatchObject([{ grounded: false }, { grounded: false }]);

    writer.write(puts(['b 01', 'a 01 1:REQ>b@1']));

    expect([ask(), ask(), ask()]).toMatchObject([{ grounded: true }, { grounded: true }, { grounded: true }]);
    reader.close();
    writer.close();
  });

  it('does not look for other writers when it owns the file, but sees its own writes', () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const owner = sqliteGraph(path, { owned: true, loadAfter: 0 });
    owner.write(puts(['a 01']));
    expect(ground(owner, ['a'])).toMatchObject({ grounded: true });
    const other = sqliteGraph(path);

    other.write(puts(['b 01']));

    expect(ground(owner, ['b'])).toMatchObject({ grounded: false });
    owner.write(puts(['c 01']));
    expect(ground(owner, ['b', 'c'], { reachability: 'component' })).toMatchObject({ gaps: [{ kind: 'REACHABILITY' }] });
    owner.close();
    other.close();
  });

  it('refuses to mix two versions when content is read late', () => {
    using folder = temporaryFolder();
    const graph = sqliteGraph(join(folder.path, 'graph.db'), { loadAfter: 0 });
    graph.write(puts(['a 01', 'b 01']));
    const [a, b] = [groundIn(graph.snapshot(), ['a']), groundIn(graph.snapshot(), ['b'])];

    graph.write(puts(['a 012']));

    expect(thrown(() => a.trace.primitives)).toMatchObject({ code: 'snapshot_stale' });
    expect(b.trace.primitives).toHaveLength(1);
    graph.close();
  });

  it.each([
    ['better-sqlite3', betterSqlite],
    ['the built-in SQLite', builtinSqlite],
  ] as const)('says what is wrong with a file that %s cannot use', (_name, open) => {
    using folder = temporaryFolder();
    const [garbage, foreign, newer] = ['garbage.db', 'foreign.db', 'newer.db'].map(name => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(garbage, 'this is not a database'.repeat(100));
    new Database(foreign).exec('CREATE TABLE t (x)').close();
    sqliteGraph(newer).close();
    new Database(newer).exec("UPDATE concept_meta SET value = 99 WHERE name = 'schema'").close();

    expect(thrown(() => sqliteGraph(garbage, { open }))).toMatchObject({ code: 'graph_corrupt' });
    expect(thrown(() => sqliteGraph(foreign, { readOnly: true, open }))).toMatchObject({ code: 'graph_corrupt' });
    expect(thrown(() => sqliteGraph(newer, { open }))).toMatchObject({ code: 'schema_version' });
    expect(thrown(() => sqliteGraph(folder.path, { open }))).toMatchObject({ code: 'graph_unavailable' });
    expect(thrown(() => sqliteGraph(join(folder.path, 'none.db'), { readOnly: true, open }))).toMatchObject({
      code: 'graph_unavailable',
    });
  });

  it('reads a damaged row as damage, never as knowledge', () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const graph = sqliteGraph(path);
    graph.write(puts(['a 01']));
    new Database(path).exec("UPDATE concept_contents SET depths = '{nonsense'").close();

    expect(thrown(() => graph.find({ name: 'a' }))).toMatchObject({ code: 'graph_corrupt' });
    graph.close();
  });

  it('refuses to write when opened for reading', () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const writer = sqliteGraph(path);
    writer.write(puts(['a 01']));
    const reader = sqliteGraph(path, { readOnly: true });

    expect(thrown(() => reader.write(puts(['b 01'])))).toMatchObject({ code: 'graph_read_only' });
    expect(ground(reader, ['a'])).toMatchObject({ grounded: true });
    reader.close();
    writer.close();
    chmodSync(path, 0o400);
  });

  it('gives up on a locked file after the busy timeout', () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const graph = sqliteGraph(path, { busyTimeoutMs: 20 });
    const blocker = new Database(path);
    blocker.exec('BEGIN IMMEDIATE');

    expect(thrown(() => graph.write(puts(['a 0'])))).toMatchObject({ code: 'graph_unavailable' });
    expect(ground(graph, ['a'])).toMatchObject({ grounded: false });
    blocker.exec('COMMIT');
    blocker.close();
    expect(graph.write(puts(['a 0']))).toBe('1');
    graph.close();
  });

  it.each([
    ['better-sqlite3', betterSqlite],
    ['the built-in SQLite', builtinSqlite],
  ] as const)('goes on with the file that lies in the place of another one, through %s', (_name, open) => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const graph = sqliteGraph(path, { open });
    graph.write(puts(['a 01', 'b 01']));
    const before = groundIn(graph.snapshot(), ['a']);
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });

    const isGone = { code: 'graph_unavailable', message: expect.stringContaining('removed while it was in use') };
    expect(thrown(() => graph.snapshot(['a']))).toMatchObject(isGone);
    expect(thrown(() => graph.write(puts(['c 01'])))).toMatchObject(isGone);
    expect(existsSync(path)).toBe(false);

    const other = sqliteGraph(path, { open });
    other.write(puts(['c 01']));
    other.write(puts(['d 01']));
    expect([ground(graph, ['c']), ground(graph, ['a'])]).toMatchObject([{ grounded: true }, { grounded: false }]);
    expect(thrown(() => before.trace.primitives)).toMatchObject({ code: 'snapshot_stale' });
    expect(graph.write(puts(['e 01']))).toBe('3');
    expect(ground(other, ['e'])).toMatchObject({ grounded: true });
    graph.close();
    other.close();
  });

  it('takes back what it wrote when its file is gone before it is committed', () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    let onWrite = (): void => {};
    const graph = sqliteGraph(path, {
      open: (file, settings) => {
        const driver = builtinSqlite(file, settings);
        const exec = (sql: string): unknown => {
          if (sql.startsWith('UPDATE concept_meta')) onWrite();
          return driver.exec(sql);
        };
        return { exec, prepare: sql => driver.prepare(sql), close: () => driver.close() };
      },
    });
    onWrite = () => renameSync(path, `${path}.away`);

    expect(thrown(() => graph.write(puts(['a 01'])))).toMatchObject({ code: 'graph_unavailable' });
    renameSync(`${path}.away`, path);
    expect(graph.find({ name: 'a' })).toBeUndefined();
    graph.close();
  });

  it('waits for a process that writes into the same new file just now', () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    let left = 2;
    const busy: OpenDriver = (file, settings) => {
      const driver = builtinSqlite(file, settings);
      const exec = (sql: string): unknown => {
        if (!sql.includes('journal_mode') || left-- <= 0) return driver.exec(sql);
        throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
      };
      return { exec, prepare: sql => driver.prepare(sql), close: () => driver.close() };
    };

    const graph = sqliteGraph(path, { open: busy });

    expect(graph.write(puts(['a 01']))).toBe('1');
    graph.close();
  });

  it('loses no write of four concurrent writers', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'graph.db');
    const graph = sqliteGraph(path);
    const code = `
      const { workerData } = require('node:worker_threads');
      const Database = require('better-sqlite3');
      import(workerData.module).then(({ sqliteGraph }) => {
        const graph = sqliteGraph(workerData.path);
        const at = { source: 'authored', createdAt: '', updatedAt: '' };
        for (let n = 0; n < 25; n += 1) {
          const name = workerData.writer + '-' + n;
          graph.write([{ type: 'put', primitive: { id: name, name, depths: [], provenance: at } }]);
        }
        graph.close();
      });`;
    const module = new URL('../../../../../../packages/adapters/src/stores/sqlite/graph/index.ts', import.meta.url).href;

    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async writer => {
        const worker = new Worker(code, { eval: true, workerData: { module, path, writer } });
        await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
      }),
    );

    expect([graph.snapshot().size, graph.snapshot().version]).toEqual([100, '100']);
    graph.close();
  });
});
