import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { afterAll, describe, expect, it } from 'vitest';

import { WRITERS, writeFromAll } from './turns.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-turns-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALL = WRITERS.processes * WRITERS.writes;

describe(`${WRITERS.processes} processes that write to one store at once`, { timeout: 300_000 }, () => {
  it('lose no write to a graph in SQLite, and none of them waits for long', async () => {
    const file = join(folder, 'graph.db');
    const { ends, places, longestWait } = await writeFromAll('a graph in SQLite', file);
    const graph = sqliteGraph(file);
    const total = graph.find({ name: 'total' })?.depths[0]?.properties['count'];
    graph.close();

    expect(ends).toEqual(ends.map(() => [0, '']));
    expect(places).toEqual(Array.from({ length: ALL }, (_, index) => index + 1));
    expect(total).toBe(ALL);
    expect(longestWait).toBeLessThan(ALL / 2);
  });

  it('lose no write to the state in SQLite, and none of them is refused', async () => {
    const file = join(folder, 'state.db');
    const { ends, places } = await writeFromAll('the state in SQLite', file);
    const state = sqliteState(file);
    const seen = state.audit.read({ type: 'outcome' }).map(({ seq }) => seq);
    const report = state.audit.verify();
    const [counter] = await state.inspect.counters(Date.now());
    state.close();

    expect(ends).toEqual(ends.map(() => [0, '']));
    expect(places).toEqual(seen);
    expect(seen).toHaveLength(ALL);
    expect([report.valid, counter?.charged]).toEqual([true, ALL]);
  });
});
