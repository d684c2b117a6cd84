import type { VreEdge, VreNode } from '@licet/epistemic/exchange';
import { exportGraph, ground, importGraph, memoryGraph } from '@licet/epistemic';
import { vreDocument } from '@licet/epistemic/exchange';
import { describe, expect, it } from 'vitest';

/** A level as VRE writes it, with something in it. */
const levels = (...numbers: number[]): string =>
  JSON.stringify(numbers.map(level => ({ level, properties: level === 0 ? {} : { is: `level ${level}` } })));

const node = (name: string, depths: string, more: Partial<VreNode> = {}): VreNode => ({
  id: `id-${name}`,
  name,
  depths,
  ...more,
});
const edge = (
  source: string,
  relation: string,
  sourceDepth: number,
  target: string,
  targetDepth: number,
  more: Partial<VreEdge> = {},
): VreEdge => ({
  source: `id-${source}`,
  relation,
  sourceDepth,
  target: `id-${target}`,
  targetDepth,
  metadata: '{}',
  policies: '[]',
  ...more,
});

/** The policy of the README, as it lies on a relationship. */
const POLICIES = JSON.stringify([
  {
    name: 'protected_file_guard',
    requires_confirmation: false,
    trigger_cardinality: null,
    callback: 'myproject.policies.BlockProtectedFiles',
    confirmation_message: 'Deletion of {action} blocked by protected file policy.',
    metadata: {},
  },
  {
    name: 'confirm_file_deletion',
    requires_confirmation: true,
    trigger_cardinality: 'multiple',
    callback: null,
    confirmation_message: 'Proceed?',
  },
]);

describe('vreDocument', () => {
  it('keeps levels, properties, edges, metadata, policies and origins', async () => {
    const provenance = JSON.stringify({
      source: 'learned',
      created_at: '2026-01-02T03:04:05.678901+00:00',
      updated_at: '2026-01-02T03:04:05Z',
      detail: null,
    });
    const nodes = [node('delete', levels(0, 1, 2, 3), { provenance }), node('file', levels(0, 1, 2))];
    const edges = [edge('delete', 'APPLIES_TO', 3, 'file', 2, { metadata: '{"recursive": true}', policies: POLICIES })];

    const { document, notes } = vreDocument(nodes, edges);
    const graph = memoryGraph();
    await importGraph(graph, document, { now: 0 });

    expect((await ground(graph, ['delete', 'file'])).grounded).toBe(true);
    const remove = (await exportGraph(graph)).primitives.find(each => each.name === 'delete')!;
    expect(remove).toMatchObject({ id: 'id-delete', provenance: { source: 'learned', created_at: '2026-01-02T03:04:05.678Z' } });
    expect(remove.depths![3]!.relata).toMatchObject([
      {
        relation: 'APPLIES_TO',
        target: 'file',
        target_depth: 'D2',
        metadata: { recursive: true },
        policies: [
          { name: 'protected_file_guard', requires_confirmation: false, callback: 'myproject.policies.BlockProtectedFiles' },
          {
            name: 'confirm_file_deletion',
            requires_confirmation: true,
            trigger_cardinality: 'multiple',
            confirmation_message: 'Proceed?',
          },
        ],
      },
    ]);
    expect(notes).toEqual([
      'provide the callback `myproject.policies.BlockProtectedFiles`, which the policy `protected_file_guard` on delete → file names',
    ]);
  });

  it('has a callback that asks only on failure, as in VRE, where it is one that asks', () => {
    const policies = '[{"name":"P","callback":"a.b","requires_confirmation":true}]';
    const { document } = vreDocument(
      [node('a', levels(0, 1)), node('b', levels(0))],
      [edge('a', 'APPLIES_TO', 1, 'b', 0, { policies })],
    );

    expect(document.primitives[0]!.depths![1]!.relata![0]!.policies).toMatchObject([{ confirm: 'on_fail', callback: 'a.b' }]);
  });

  it('leaves out what VRE would not see, and lists it', () => {
    const nodes = [
      node('a', '[{"level":0},{"level":1,"properties":{"old":1}},{"level":1,"properties":{"new":1}},{"level":9}]'),
      node('A', levels(0)),
      node('b', 'no json'),
    ];
    const edges = [
      edge('a', 'REQUIRES', 3, 'b', 0),
      edge('a', 'LIKES', 1, 'b', 0),
      edge('a', 'REQUIRES', 1, 'stranger', 0),
      edge('a', 'REQUIRES', 1, 'b', 0),
    ];

    const { document, notes } = vreDocument(nodes, edges);

    expect(document.primitives.map(each => each.name)).toEqual(['a', 'b']);
    expect(document.primitives[0]!.depths).toMatchObject([
      { level: 'D0' },
      { level: 'D1', properties: { new: 1 }, relata: [{ target: 'b' }] },
    ]);
    expect(notes).toEqual([
      'left out: the concept `A`, which has no separate name',
      'left out: an earlier record of D1 of `a`',
      'left out: the level 9 of `a`',
      'left out: the edge a REQUIRES b',
      'left out: the edge a LIKES b',
      'left out: the edge a REQUIRES id-stranger',
    ]);
  });
});
