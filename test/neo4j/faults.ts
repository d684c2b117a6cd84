import { PolicyEngine } from '@licet/core';
import type { ConceptGraph, Primitive } from '@licet/epistemic';
import { EdgePolicies, Grounded, ground } from '@licet/epistemic';
import { learnGap } from '@licet/epistemic/learning';
import type { Neo4jGraphOptions } from '@licet/adapters/neo4j';
import { describe, expect, it } from 'vitest';
import { origin } from '../contract/learningCases.ts';
import { idOf, puts } from '../unit/epistemic/support/shorthand.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';
import type { Proxy } from './proxy.ts';
import { proxyTo } from './proxy.ts';
import { LONG_RUN, isLongRun } from '../support/longRuns.ts';
import { UNHURRIED } from '../support/unhurried.ts';

/** What the fault tests need of the server. */
export interface Reach {
  readonly store: Store;
  readonly connect: (options?: Partial<Neo4jGraphOptions>) => ConceptGraph;
  readonly uri: () => string;
}

const away = { name: 'EpistemicError', code: 'graph_unavailable' };

/** How long to wait for a server or a network that is back: as long as it takes, even on a busy machine. */
export const BACK = { timeout: 300_000, interval: 250 };

/** Tries to ground a concept; false when the graph cannot be reached. */
export async function grounds(graph: ConceptGraph, name: string): Promise<boolean> {
  try {
    return (await ground(graph, [name])).grounded;
  } catch {
    return false;
  }
}

/** Tries to write a concept. */
export async function written(graph: ConceptGraph, name: string): Promise<boolean> {
  try {
    await graph.write(puts([`${name} 01`]));
    return true;
  } catch {
    return false;
  }
}

/** A network that does not behave, in front of a server that does. */
export function describeNetworkFaults({ store, connect, uri }: Reach): void {
  const test = (
    title: string,
    body: (use: { direct: ConceptGraph; far: ConceptGraph; proxy: Proxy }) => Promise<void>,
    timeoutMs = 60_000,
    isLong = false,
  ): void =>
    it(
      title,
      async context => {
        if (isLong && !isLongRun) return context.skip(LONG_RUN);
        await using open = await store.open();
        await using proxy = await proxyTo(uri());
        const far = connect({ uri: proxy.uri, timeoutMs });
        await open.graph.write(puts(['file 01']));
        await expect.poll(async () => grounds(far, 'file'), BACK).toBe(true);
        await body({ direct: open.graph, far, proxy });
        proxy.heal();
        await far.close();
      },
      600_000,
    );

  describe('a network that does not behave', () => {
    test('cut in the middle, is an error with a code, and is used again by itself', async ({ far, proxy, direct }) => {
      const engine = new PolicyEngine(Grounded({ graph: far, concepts: ['file'] }), UNHURRIED);
      await expect.poll(async () => (await engine.evaluate({ kind: 'bash' })).passed, BACK).toBe(true);

      proxy.cut();
      await expect(far.snapshot()).rejects.toMatchObject(away);
      expect(await engine.evaluate({ kind: 'bash' })).toMatchObject({
        passed: false,
        ruling: 'block',
        errors: [{ code: 'guard_threw' }],
      });
      await expect(far.write(puts(['lost 01']))).rejects.toMatchObject(away);
      proxy.heal();

      await expect.poll(async () => (await engine.evaluate({ kind: 'bash' })).passed, BACK).toBe(true);
      await expect.poll(async () => written(far, 'found'), BACK).toBe(true);
      expect(await direct.find({ name: 'lost' })).toBeUndefined();
      expect((await direct.find({ name: 'found' }))?.id).toBe(idOf('found'));
    }, 2_500);

    test('slow, is waited for', async ({ far, proxy, direct }) => {
      proxy.delay(20);

      expect((await ground(far, ['file'])).grounded).toBe(true);
      await far.write(puts(['slow 01']));

      expect((await direct.find({ name: 'slow' }))?.name).toBe('slow');
    });

    test('hanging, blocks every guard until it is back', async ({ far, proxy }) => {
      const guards = [Grounded({ graph: far, concepts: ['file'] }), EdgePolicies({ graph: far, concepts: ['file'] })];
      proxy.hang();

      for (const guard of guards) {
        expect(await new PolicyEngine(guard, { effects: () => [], ...UNHURRIED }).evaluate({ kind: 'bash' })).toMatchObject({
          passed: false,
          ruling: 'block',
        });
      }
      proxy.heal();
      const passes = async (): Promise<boolean> =>
        (await new PolicyEngine(guards[0]!, { effects: () => [], ...UNHURRIED }).evaluate({ kind: 'bash' })).passed;
      await expect.poll(passes, BACK).toBe(true);
    }, 2_000);

    test(
      'hanging in the middle of a write, fails it for good',
      async ({ far, proxy, direct }) => {
        proxy.hangAt('g.locked');

        await expect(far.write(puts(['late 01']))).rejects.toMatchObject({
          ...away,
          message: expect.stringContaining('look before you write again'),
        });
        proxy.heal();
        await expect.poll(async () => written(far, 'then'), BACK).toBe(true);
        for (let n = 0; n < 5; n += 1) await direct.write(puts([`after${n} 01`]));

        expect(await direct.find({ name: 'late' })).toBeUndefined();
      },
      10_000,
      true,
    );

    test('that loses an acknowledgement, neither loses the write nor makes it twice', async ({ far, proxy, direct }) => {
      const before = Number((await far.snapshot()).version);
      proxy.loseAcknowledgements(1);

      const version = await far.write(puts(['once 01']), { ifVersion: String(before) });

      expect(Number(version)).toBe(before + 1);
      expect((await direct.snapshot()).version).toBe(version);
      expect((await far.find({ name: 'once' }))?.name).toBe('once');
      expect((await direct.find({ name: 'once' }))?.name).toBe('once');
    });

    test('that loses the acknowledgement of something learned, has learned it once', async ({ far, proxy, direct }) => {
      const [gap] = (await ground(far, ['file'], { minDepth: 'D2' })).gaps;
      proxy.loseAcknowledgements(1);

      await learnGap(far, gap!, { kind: 'DEPTH', newDepths: [{ level: 2, properties: { known: 1 } }] }, origin);

      expect((await direct.find({ name: 'file' }))!.depths.map(depth => depth.provenance.source)).toEqual([
        'authored',
        'authored',
        'learned',
      ]);
    });

    test('loses no write of two learners who fill the same concept at once', async ({ far, direct }) => {
      await direct.write(puts(['a 01', 'b 01 1:REQ>a@3']));
      const [depth] = (await ground(direct, ['a'], { minDepth: 'D2' })).gaps;
      const [relational] = (await ground(far, ['b'])).gaps;
      const level = (n: 2 | 3) => ({ level: n, properties: { n } });

      const settled = await Promise.allSettled([
        learnGap(direct, depth!, { kind: 'DEPTH', newDepths: [level(2)] }, origin),
        learnGap(far, relational!, { kind: 'RELATIONAL', newDepths: [level(2), level(3)] }, origin),
      ]);

      const { depths } = (await direct.find({ name: 'a' }))!;
      const written = depths.map(each => each.level).join('');
      const [first, second] = settled.map(each => each.status);
      expect([
        ['fulfilled', 'rejected', '012'],
        ['rejected', 'fulfilled', '0123'],
      ]).toContainEqual([first, second, written]);
    });
  });
}

/** What several processes do to a server at once. */
export function describeConcurrency({ store, connect }: Reach): void {
  describe('several processes at one server', () => {
    it('make the schema of a new graph together', async () => {
      await using open = await store.open();
      await open.graph.snapshot();
      const graphs = Array.from({ length: 4 }, () => connect());

      await Promise.all(graphs.map(async (graph, n) => graph.write(puts([`n${n} 01`]))));

      expect((await open.graph.snapshot()).size).toBe(4);
      await Promise.all(graphs.map(async graph => graph.close()));
    });

    it('read whole versions only, while another one writes', async () => {
      await using open = await store.open();
      const [writer, reader] = [connect(), connect()];
      const rounds = 15;
      const write = async (): Promise<void> => {
        for (let n = 1; n <= rounds; n += 1) await writer.write(puts([`left${n} 01`, `right${n} 01 1:REQ>left${n}@1`]));
      };
      const writing = { isDone: false };
      const read = async (): Promise<number[]> => {
        const sizes: number[] = [];
        while (!writing.isDone) {
          const { size } = await reader.snapshot();
          sizes.push(size);
        }
        return sizes;
      };

      const reading = read();
      await write().finally(() => (writing.isDone = true));
      const sizes = await reading;

      expect(sizes.every(size => size % 2 === 0)).toBe(true);
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
      expect((await open.graph.snapshot()).size).toBe(2 * rounds);
      await Promise.all([writer.close(), reader.close()]);
    });

    it('adds up what several count at once', async () => {
      await using open = await store.open();
      await open.graph.write(puts(['a 01']));
      const graphs = Array.from({ length: 3 }, () => connect());
      const metrics = { groundingCount: 1, failureCount: 0, lastGrounded: '2026-01-01T00:00:00.000Z', lastFailed: null };
      const count = async (graph: ConceptGraph): Promise<void> => {
        await graph.snapshot();
        for (let n = 0; n < 5; n += 1) await graph.write([{ type: 'count', id: idOf('a'), metrics }]);
      };

      await Promise.all(graphs.map(count));

      expect((await connectedFind(connect, 'a'))?.metrics?.groundingCount).toBe(15);
      await Promise.all(graphs.map(async graph => graph.close()));
    });

    it.for([false, true])('load a large graph whose writers never pause (readOnly: %s)', async (readOnly, context) => {
      if (!isLongRun) return context.skip(LONG_RUN);
      await using open = await store.open();
      await open.graph.write(puts(Array.from({ length: 3_000 }, (_, n) => `c${n} 01`)));
      const writers = Array.from({ length: 3 }, () => connect());
      for (const writer of writers) await writer.snapshot();
      const writing = { isDone: false };
      const written = writers.map(async (graph, writer) => {
        let count = 0;
        for (; !writing.isDone; count += 1) await graph.write(puts([`w${writer}n${count} 01`]));
        return count;
      });

      for (let n = 0; n < 3; n += 1) {
        const reader = connect({ readOnly });
        expect((await reader.snapshot()).size).toBeGreaterThanOrEqual(3_000);
        await reader.close();
      }
      writing.isDone = true;

      const counts = await Promise.all(written);
      expect((await open.graph.snapshot()).size).toBe(3_000 + counts.reduce((sum, each) => sum + each));
      await Promise.all(writers.map(async graph => graph.close()));
    });
  });
}

async function connectedFind(connect: Reach['connect'], name: string): Promise<Primitive | undefined> {
  const graph = connect();
  try {
    return await graph.find({ name });
  } finally {
    await graph.close();
  }
}
