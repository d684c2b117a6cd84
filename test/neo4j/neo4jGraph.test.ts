import { PolicyEngine } from '@licet/core';
import type { ConceptGraph } from '@licet/epistemic';
import { definePrimitive, Grounded, ground } from '@licet/epistemic';
import type { Neo4jGraphOptions } from '@licet/adapters/neo4j';
import { neo4jGraph } from '@licet/adapters/neo4j';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConceptGraph } from '../contract/conceptGraph.ts';
import { describeDeterminism } from '../contract/determinism.ts';
import { describeFading } from '../contract/fading.ts';
import { describeGroundingCases, describeSeedCases } from '../contract/groundingCases.ts';
import { describeLearningCases } from '../contract/learningCases.ts';
import { describePolicyCases } from '../contract/policyCases.ts';
import { idOf, puts } from '../unit/epistemic/support/shorthand.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';
import { describeCommands } from './commands.ts';
import { BACK, describeConcurrency, describeNetworkFaults, grounds, written } from './faults.ts';
import type { Neo4jServer } from './server.ts';
import { missing, neo4jServer } from './server.ts';
import { WRITERS, writeFromAll } from '../stress/turns.ts';
import { LONG_RUN, isLongRun } from '../support/longRuns.ts';
import { UNHURRIED } from '../support/unhurried.ts';

const reason = missing();
if (reason !== undefined) console.warn(`skipping the Neo4j tests: ${reason}`);

describe.skipIf(reason !== undefined)(`Neo4j${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let server: Neo4jServer;
  beforeAll(async () => {
    server = await neo4jServer();
  }, 600_000);
  afterAll(async () => server.release());

  const connect = (options: Partial<Neo4jGraphOptions> = {}): ConceptGraph => {
    const { uri, user, password } = server;
    return neo4jGraph({ uri, user, password, timeoutMs: 100_000, ...options });
  };
  const opened = async (graph: ConceptGraph, close: () => Promise<void>): ReturnType<Store['open']> => {
    await graph.clear();
    return { graph, [Symbol.asyncDispose]: close };
  };
  const store: Store = {
    name: 'neo4j',
    open: async () => {
      const graph = connect();
      return opened(graph, async () => graph.close());
    },
  };

  let shared: ConceptGraph | undefined;
  afterAll(async () => shared?.close());
  /** For cases that only read and write a graph: in plain runs they share a connection, since opening one costs more than most of them. */
  const connected: Store = isLongRun
    ? store
    : { ...store, open: async () => opened((shared ??= connect()), async () => undefined) };
  /** What the stores without a server show as well. */
  const shown: Store = isLongRun ? store : { ...connected, name: `neo4j, every eighth case (all: ${LONG_RUN})`, every: 8 };
  describeConceptGraph({ ...store, ...(!isLongRun && { every: 4 }) });
  describeGroundingCases(shown);
  describeSeedCases(shown);
  describePolicyCases(shown);
  describeLearningCases(shown);
  describeDeterminism(connected, { numRuns: 4 });
  describeFading(connected, { numRuns: 4 });
  describeConcurrency({ store, connect, uri: () => server.uri });
  describeNetworkFaults({ store, connect, uri: () => server.uri });
  describeCommands(() => server);

  describe('a graph shared through a server', () => {
    it('shows the write of another connection at the next check', async () => {
      await using open = await store.open();
      const other = connect();
      await open.graph.snapshot();
      await other.write(puts(['a 01']));

      expect((await ground(open.graph, ['a'])).grounded).toBe(true);
      await open.graph.write(puts(['b 01', 'a 012 2:REQ>b@1']));
      expect((await other.find({ name: 'a' }))!.depths).toHaveLength(3);
      await other.close();
    });

    it(
      'loses no write of many processes that write at once, and lets none of them wait for long',
      { timeout: 300_000 },
      async () => {
        await using open = await store.open();
        const { uri, user, password } = server;
        const { ends, places, longestWait } = await writeFromAll('a graph in Neo4j', JSON.stringify({ uri, user, password }));
        const all = WRITERS.processes * WRITERS.writes;

        expect(ends).toEqual(ends.map(() => [0, '']));
        expect(places).toEqual(Array.from({ length: all }, (_, index) => index + 1));
        expect((await open.graph.find({ name: 'total' }))?.depths[0]?.properties).toEqual({ count: all });
        expect(longestWait).toBeLessThan(all / 2);
      },
    );

    it('loses no write of four concurrent writers, and keeps the rules between them', async () => {
      await using open = await store.open();
      const writers = Array.from({ length: 4 }, () => connect());
      const write = async (graph: ConceptGraph, writer: number): Promise<void> => {
        for (let n = 0; n < 10; n += 1) await graph.write(puts([`w${writer}n${n} 01`]));
      };
      await Promise.all(writers.map(write));
      const clash = await Promise.allSettled(
        writers.map(async (graph, writer) =>
          graph.write([{ type: 'put', primitive: definePrimitive({ id: `x${writer}`, name: 'same' }) }]),
        ),
      );
      const loop = await Promise.allSettled([
        writers[0]!.write(puts(['w0n0 01 1:REQ>w1n0@1'])),
        writers[1]!.write(puts(['w1n0 01 1:REQ>w0n0@1'])),
      ]);

      expect((await open.graph.snapshot()).size).toBe(41);
      expect(clash.filter(each => each.status === 'fulfilled')).toHaveLength(1);
      expect(loop.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected']);
      await Promise.all(writers.map(async graph => graph.close()));
    });

    it.each([
      ['a wrong password', { password: 'wrong', timeoutMs: 60_000 }, /credentials/],
      ['a wrong database', { database: 'nowhere', timeoutMs: 60_000 }, /database that exists/],
      ['no server', { uri: 'bolt://127.0.0.1:1', timeoutMs: 3_000 }, /answer/],
    ] as const)('says what is wrong with %s, and guards fail closed', async (_, options, message) => {
      const graph = connect(options);

      await expect(graph.snapshot()).rejects.toMatchObject({
        name: 'EpistemicError',
        code: 'graph_unavailable',
        message: expect.stringMatching(message),
      });
      const evaluation = await new PolicyEngine(Grounded({ graph, concepts: ['file'] }), UNHURRIED).evaluate({ kind: 'bash' });
      const { passed, ruling, errors } = evaluation;
      expect({ passed, ruling, errors }).toMatchObject({ passed: false, ruling: 'block', errors: [{ code: 'guard_threw' }] });
      await graph.close();
    });

    it('refuses to write when it was opened for reading', async () => {
      await using open = await store.open();
      await open.graph.write(puts(['a 01']));
      const reader = connect({ readOnly: true });

      expect((await ground(reader, ['a'])).grounded).toBe(true);
      await expect(reader.write(puts(['b 0']))).rejects.toMatchObject({ code: 'graph_read_only' });
      await reader.close();
    });

    it('refuses a graph of another schema', async () => {
      await using open = await store.open();
      await open.graph.snapshot();
      const neo4j = (await import('neo4j-driver')).default;
      const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
      await driver.executeQuery('MATCH (g:LicetGraph) SET g.schema = 99');
      const other = connect();

      await expect(other.snapshot()).rejects.toMatchObject({ code: 'schema_version' });
      await driver.executeQuery('MATCH (g:LicetGraph) SET g.schema = 1');
      expect((await other.snapshot()).size).toBe(0);
      await Promise.all([driver.close(), other.close()]);
    });

    it('reads damage as damage, never as knowledge', async () => {
      await using open = await store.open();
      await open.graph.write(puts(['a 01']));
      const neo4j = (await import('neo4j-driver')).default;
      const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
      await driver.executeQuery("MATCH (p:LicetConcept) SET p.depths = '{nonsense'");
      const other = connect();

      await expect(ground(other, ['a'])).rejects.toMatchObject({ code: 'graph_corrupt' });
      await Promise.all([driver.close(), other.close()]);
    });
  });

  describe('a server that does not behave', () => {
    const own = (): NonNullable<Neo4jServer['process']> | undefined => server.process;

    it('is used again after a restart in the middle, with nothing lost', async context => {
      if (!isLongRun) return context.skip(LONG_RUN);
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to restart');
      await using open = await store.open();
      await open.graph.write(puts(['a 01']));
      const impatient = connect({ timeoutMs: 8_000 });
      await expect.poll(async () => grounds(impatient, 'a'), BACK).toBe(true);
      await running.stop();

      await expect(ground(impatient, ['a'])).rejects.toMatchObject({ code: 'graph_unavailable' });
      await expect(impatient.write(puts(['b 01']))).rejects.toMatchObject({ code: 'graph_unavailable' });
      await running.start();

      await expect.poll(async () => grounds(open.graph, 'a'), BACK).toBe(true);
      await expect.poll(async () => written(open.graph, 'b'), BACK).toBe(true);
      const again = connect();
      expect((await again.find({ id: idOf('b') }))?.name).toBe('b');
      await Promise.all([impatient.close(), again.close()]);
    }, 600_000);

    it('blocks while it hangs, once its time is over', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to stop');
      await using open = await store.open();
      await open.graph.write(puts(['file 01']));
      const impatient = connect({ timeoutMs: 4_000 });
      const engine = new PolicyEngine(Grounded({ graph: impatient, concepts: ['file'] }), UNHURRIED);
      await expect.poll(async () => (await engine.evaluate({ kind: 'bash' })).passed, BACK).toBe(true);

      await running.signal('SIGSTOP');
      const evaluation = await engine.evaluate({ kind: 'bash' }).finally(() => void running.signal('SIGCONT'));

      expect([evaluation.passed, evaluation.ruling]).toEqual([false, 'block']);
      await expect.poll(async () => (await engine.evaluate({ kind: 'bash' })).passed, BACK).toBe(true);
      await impatient.close();
    }, 600_000);

    it('reports that the database has become read-only', async context => {
      const running = own();
      if (running === undefined) return context.skip('the server is not ours to change');
      await using open = await store.open();
      await open.graph.write(puts(['a 01']));
      await running.become('read-only');

      expect(await grounds(open.graph, 'a')).toBe(true);
      await expect(open.graph.write(puts(['b 01']))).rejects.toMatchObject({ code: 'graph_read_only' });
      await running.become('writable');
      await expect.poll(async () => written(open.graph, 'b'), BACK).toBe(true);
    }, 600_000);
  });
});
