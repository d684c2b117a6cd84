import type { ConceptGraph, GraphChange, Primitive } from '@licet/epistemic';
import {
  definePrimitive,
  exportGraph,
  federatedGraph,
  ground,
  importGraph,
  memoryGraph,
  provenance,
  SEEDS,
} from '@licet/epistemic';
import { graphJson } from '@licet/epistemic/exchange';
import { describe, expect } from 'vitest';
import { idOf, primitive, puts } from '../unit/epistemic/support/shorthand.ts';
import { storeTests } from './storeTests.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';

const put = (value: Primitive): GraphChange => ({ type: 'put', primitive: value });

async function refused(graph: ConceptGraph, changes: readonly GraphChange[], code: string): Promise<void> {
  const before = graphJson(await exportGraph(graph));
  const version = (await graph.snapshot()).version;
  await expect((async () => graph.write(changes))()).rejects.toMatchObject({ name: 'EpistemicError', code });
  expect(graphJson(await exportGraph(graph))).toBe(before);
  expect((await graph.snapshot()).version).toBe(version);
}

/** The suite that every implementation of {@link ConceptGraph} passes. */
export function describeConceptGraph(store: Store): void {
  const test = storeTests(store);

  describe(`a ${store.name} graph as a store`, () => {
    test('starts empty', async graph => {
      const snapshot = await graph.snapshot();

      expect([snapshot.size, await graph.find({ name: 'x' }), await graph.proposals(), await graph.clear()]).toEqual([
        0,
        undefined,
        [],
        0,
      ]);
    });

    test('rests on a peer as any other graph does', async graph => {
      const company = memoryGraph();
      company.write(puts(['production 012 1:REQ>freeze@1', 'freeze 01']));
      const knowledge = { snapshot: company.snapshot(), version: '1', peers: new Map<string, string>() };
      const peer = { name: 'company', key: 'k', trust: { maxDepth: 2 }, read: () => knowledge } as const;
      await graph.write(puts(['deploy 012 1:REQ>company:production@2', 'company:production 0', 'stop 01']));
      await graph.write([{ type: 'alias', alias: 'company:freeze', targetId: idOf('stop') }]);
      const joined = federatedGraph(graph, [peer]);

      const result = await ground(joined, ['deploy']);
      expect(result.gaps).toEqual([]);
      expect(result.trace.primitives.map(each => each.name)).toEqual(['deploy', 'company:production', 'stop']);
      expect(result.trace.primitives.map(each => each.provenance.peer)).toEqual([undefined, 'company', undefined]);
      const gone = federatedGraph(graph, [{ ...peer, read: () => ({ fault: 'missing', detail: 'gone' }) }]);
      expect((await ground(gone, ['deploy'])).gaps.map(gap => gap.kind)).toEqual(['PEER']);
      const { version } = await joined.snapshot();
      await joined.write(puts(['other 0']), { ifVersion: version });
      expect((await graph.snapshot()).size).toBe(4);
    });

    test('gives back what was put, in canonical form', async graph => {
      const at = provenance('learned', 1_700_000_000_000, 'accepted');
      const value = definePrimitive({
        id: 'A',
        name: 'Cafe\u0301',
        provenance: at,
        depths: [
          { level: 'D2', properties: { b: [1, { c: null }], a: 'x\u0000y', '': true } },
          { level: 'D0' },
          {
            level: 'D1',
            relata: [
              { relation: 'INCLUDES', targetId: 'A', targetDepth: 'D0' },
              {
                relation: 'APPLIES_TO',
                targetId: 'A',
                targetDepth: 'D4',
                metadata: { recursive: true },
                policies: [{ name: 'P', triggerCardinality: 'multiple', callback: 'k', metadata: { limit: 5 } }],
                provenance: provenance('conversational', 5),
              },
            ],
          },
        ],
      });
      await graph.write([put(value)]);

      const found = await graph.find({ name: 'CAFÉ' });

      expect(found).toEqual({
        ...value,
        name: 'Café',
        depths: [value.depths[1], { ...value.depths[2], relata: [...value.depths[2]!.relata].reverse() }, value.depths[0]],
      });
      expect(JSON.stringify(await graph.find({ id: 'A' }))).toBe(JSON.stringify(found));
      expect(Object.isFrozen(found)).toBe(true);
    });

    test('replaces a primitive as a whole, edges included', async graph => {
      await graph.write(puts(['b 01', 'c 01', 'a 01 1:REQ>b@1']));
      await graph.write(puts(['a 012 2:DEP>c@1']));

      const result = await ground(graph, ['a']);

      expect(result.trace.pathway.map(step => `${step.relation} ${step.target}`)).toEqual(['DEPENDS_ON c']);
    });

    test('renames under the same id and frees the old name', async graph => {
      await graph.write(puts(['a 0']));
      await graph.write([put({ ...primitive('b 0'), id: idOf('a') }), put(primitive('a 0'.replace('a', 'c')))]);
      await graph.write([put({ ...primitive('a 0'), id: 'new' })]);

      expect([(await graph.find({ name: 'a' }))?.id, (await graph.find({ name: 'b' }))?.id]).toEqual(['new', idOf('a')]);
    });

    test('refuses a second concept under the same folded name', async graph => {
      await graph.write([put({ ...primitive('x 0'), name: 'Café' })]);

      for (const name of ['CAFÉ', 'cafe\u0301', 'café'])
        await refused(graph, [put({ ...primitive('y 0'), name })], 'name_conflict');
      await graph.write([put({ ...primitive('s 0'), name: 'straße' })]);
      await refused(graph, [put({ ...primitive('y 0'), name: 'STRASSE' })], 'name_conflict');
    });

    test('refuses an edge to nothing, and takes a batch in any order', async graph => {
      await refused(graph, puts(['a 01 1:REQ>b@1']), 'dangling_target');
      await refused(graph, puts(['a 01 1:A>b@1']), 'dangling_target');
      await graph.write(puts(['a 01 1:REQ>b@1', 'b 01']));

      expect((await graph.snapshot()).size).toBe(2);
    });

    test('refuses cycles over the transitive relations, of any mix and length', async graph => {
      await refused(graph, puts(['a 01 1:REQ>a@1']), 'cyclic_relationship');
      await refused(graph, puts(['a 01 1:REQ>b@1', 'b 01 1:CON>a@1']), 'cyclic_relationship');
      await graph.write(puts(['c 01', 'b 01 1:DEP>c@1', 'a 01 1:REQ>b@1']));
      await refused(graph, puts(['c 01 1:CON>a@0']), 'cyclic_relationship');
      await refused(graph, puts(['d 0', 'b 01 1:DEP>a@1']), 'cyclic_relationship');
    });

    test('allows cycles over the other relations', async graph => {
      await graph.write(puts(['b 01', 'a 01 1:REQ>b@1 1:INC>a@1 1:A>a@0']));
      await graph.write(puts(['b 01 1:A>a@1 1:INC>a@0']));

      expect((await ground(graph, ['a', 'b'], { reachability: 'component' })).gaps).toEqual([]);
    });

    test('refuses what no graph may hold, whole batch included', async graph => {
      const good = primitive('good 0');
      const depth = primitive('x 01').depths[1]!;
      const cases: readonly [Partial<Primitive>, string][] = [
        [{ name: '' }, 'invalid_primitive'],
        [{ name: '  ' }, 'invalid_primitive'],
        [{ id: '' }, 'invalid_primitive'],
        [{ depths: [depth, depth] }, 'invalid_primitive'],
        [{ depths: [{ ...depth, level: 7 as 4 }] }, 'invalid_primitive'],
        [{ provenance: undefined as never }, 'provenance_missing'],
        [{ provenance: provenance('synthetic', 0) }, 'invalid_primitive'],
        [{ depths: [{ ...depth, provenance: undefined as never }] }, 'provenance_missing'],
        [{ name: 'half \ud83d' }, 'invalid_primitive'],
        [{ id: '\ud83d' }, 'invalid_primitive'],
        [{ depths: [{ ...depth, properties: { a: 10n as never } }] }, 'invalid_primitive'],
        [{ depths: [{ ...depth, properties: { a: Number.NaN } }] }, 'invalid_primitive'],
        [{ depths: [{ ...depth, properties: { a: 'half \ud83d' } }] }, 'invalid_primitive'],
        [{ depths: [{ ...depth, properties: [] as never }] }, 'invalid_primitive'],
      ];
      for (const [change, code] of cases) await refused(graph, [put(good), put({ ...primitive('x 0'), ...change })], code);
    });

    test('removes a primitive with every edge and alias that points at it', async graph => {
      await graph.write([...puts(['b 0', 'a 01-2- 1:REQ>b@0 2:A>a@0']), { type: 'alias', alias: 'bee', targetId: idOf('b') }]);
      await graph.write([
        { type: 'remove', id: idOf('b') },
        { type: 'remove', id: 'never there' },
      ]);

      const result = await ground(graph, ['a', 'bee'], { minDepth: 'D1' });

      expect((await graph.find({ id: idOf('a') }))?.depths[1]?.relata).toEqual([]);
      expect(result.gaps.map(gap => gap.kind)).toEqual(['EXISTENCE', 'DEPTH']);
    });

    test('keeps aliases apart from names', async graph => {
      await graph.write([...puts(['a 0', 'b 0']), { type: 'alias', alias: 'Ay', targetId: idOf('a') }]);

      expect((await ground(graph, ['AY'])).resolved).toEqual(['a']);
      await refused(graph, [{ type: 'alias', alias: 'B', targetId: idOf('a') }], 'alias_conflict');
      await refused(graph, [{ type: 'alias', alias: 'ay', targetId: idOf('b') }], 'alias_conflict');
      await refused(graph, [{ type: 'alias', alias: 'zed', targetId: 'stranger' }], 'dangling_target');
      for (const alias of ['', '  ', 'half \ud83d'])
        await refused(graph, [{ type: 'alias', alias, targetId: idOf('a') }], 'invalid_primitive');
      await refused(graph, puts(['ay 0']), 'name_conflict');
      await graph.write([{ type: 'unalias', alias: 'AY' }]);
      await graph.write(puts(['ay 0']));
      expect((await ground(graph, ['AY'])).resolved).toEqual(['ay']);
    });

    test('counts without changing the version', async graph => {
      await graph.write(puts(['a 0']));
      const metrics = { groundingCount: 3, failureCount: 1, lastGrounded: '2026-01-01T00:00:00.000Z', lastFailed: null };
      const before = (await graph.snapshot()).version;

      await graph.write([{ type: 'count', id: idOf('a'), metrics }]);
      await graph.write([{ type: 'count', id: 'stranger', metrics }]);

      expect((await graph.snapshot()).version).toBe(before);
      expect((await graph.find({ name: 'a' }))?.metrics).toEqual(metrics);
      await graph.write(puts(['a 01']));
      expect((await graph.find({ name: 'a' }))?.metrics).toEqual(metrics);
      const later = { groundingCount: 2, failureCount: 0, lastGrounded: '2026-02-01T00:00:00.000Z', lastFailed: null };
      await graph.write([{ type: 'count', id: idOf('a'), metrics: later }]);
      await graph.write([{ type: 'count', id: idOf('a'), metrics }]);
      expect((await graph.find({ name: 'a' }))?.metrics).toEqual({
        groundingCount: 8,
        failureCount: 2,
        lastGrounded: '2026-02-01T00:00:00.000Z',
        lastFailed: null,
      });
    });

    test('keeps a proposal once, until it is settled', async graph => {
      await graph.write(['q', 'p', 'p'].map(id => ({ type: 'propose', proposal: { id, content: `{"${id}":1}` } })));

      expect((await graph.proposals()).map(each => [each.id, each.content])).toEqual([
        ['p', '{"p":1}'],
        ['q', '{"q":1}'],
      ]);
      await graph.write([
        { type: 'settle', proposalId: 'p' },
        { type: 'settle', proposalId: 'zzz' },
      ]);
      expect((await graph.proposals()).map(each => each.id)).toEqual(['q']);
    });

    test('moves its version with every change of knowledge, and refuses a write prepared on another', async graph => {
      const first = (await graph.snapshot()).version;
      const second = await graph.write(puts(['a 0']), { ifVersion: first });

      expect(second).not.toBe(first);
      expect((await graph.snapshot()).version).toBe(second);
      await expect((async () => graph.write(puts(['b 0']), { ifVersion: first }))()).rejects.toMatchObject({
        code: 'version_conflict',
      });
      expect(await graph.find({ name: 'b' })).toBeUndefined();
      const third = await graph.clear();
      expect(third).toBe(1);
      expect((await graph.snapshot()).version).not.toBe(second);
    });

    test('shows a write at the next check, and leaves an old snapshot alone', async graph => {
      await graph.write(puts(['a 01']));
      const old = await graph.snapshot();
      await graph.write(puts(['b 01', 'a 012 2:REQ>b@1']));

      expect([old.size, (await graph.snapshot()).size]).toEqual([1, 2]);
      expect((await ground(graph, ['a', 'b'])).grounded).toBe(true);
    });

    test('holds names and texts of any kind', async graph => {
      const names = [
        '__proto__',
        'constructor',
        '名前',
        "'; DROP TABLE x; --",
        '`${x}`',
        '}) DETACH DELETE n //',
        'a\nb',
        '💥',
        'x'.repeat(5_000),
      ];
      await graph.write(names.map((name, at) => put({ ...primitive('x 01'), id: `n${at}`, name })));

      const result = await ground(graph, names, { reachability: 'component', inflections: false });

      expect(result.resolved).toEqual(names);
      expect((await graph.snapshot()).size).toBe(names.length);
    });

    test('holds a chain of a thousand concepts', async graph => {
      const texts = Array.from({ length: 1_000 }, (_, at) => (at === 0 ? 'n0 01' : `n${at} 01 1:REQ>n${at - 1}@1`));
      await graph.write(puts(texts));

      expect((await ground(graph, ['n999'])).trace.primitives).toHaveLength(1_000);
      await refused(graph, puts(['n0 01 1:REQ>n999@1']), 'cyclic_relationship');
    });

    test('exports a seed as every other store does', async graph => {
      await importGraph(graph, SEEDS.filesystem, { now: 0 });

      const text = graphJson(await exportGraph(graph));

      expect(JSON.parse(text)).toMatchObject({
        version: 1,
        primitives: expect.arrayContaining([expect.objectContaining({ name: 'copy' })]),
      });
      await expect(text).toMatchFileSnapshot('../golden/epistemic/filesystem.export.json');
    });

    test('takes a document in the place of all it held, in one write or not at all', async graph => {
      await importGraph(graph, SEEDS.filesystem, { now: 0 });
      await graph.write([
        { type: 'alias', alias: 'folder', targetId: 'seed:directory' },
        { type: 'propose', proposal: { id: 'p', content: '{}' } },
      ]);
      const before = graphJson(await exportGraph(graph));
      const relata = [{ relation: 'REQUIRES', target: 'operating_system', target_depth: 'D0' }] as const;
      const broken = { version: 1, primitives: [{ name: 'file', depths: [{ level: 'D0', relata }] }] } as const;

      await expect(importGraph(graph, broken, { now: 0, mode: 'clear' })).rejects.toMatchObject({ code: 'dangling_target' });
      expect(graphJson(await exportGraph(graph))).toBe(before);
      await importGraph(graph, { ...SEEDS.gaps, aliases: { delete_it: 'delete' } }, { now: 0, mode: 'clear' });

      const fresh = memoryGraph();
      await importGraph(fresh, { ...SEEDS.gaps, aliases: { delete_it: 'delete' } }, { now: 0 });
      expect(graphJson(await exportGraph(graph))).toBe(graphJson(await exportGraph(fresh)));
      expect(await graph.proposals()).toEqual([]);
    });

    test('refuses everything after it was closed, and closes twice', async graph => {
      await graph.close();
      await graph.close();

      await expect((async () => graph.snapshot())()).rejects.toMatchObject({ code: 'graph_closed' });
      await expect((async () => graph.write(puts(['a 0'])))()).rejects.toMatchObject({ code: 'graph_closed' });
    });
  });
}
