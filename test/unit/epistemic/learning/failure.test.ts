import type { Outcome } from '@licet/core';
import { acceptEdge, pendingEdges, proposeFromFailure, rejectEdge } from '@licet/epistemic/learning';
import { ground } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';
import type { OpenGraph } from '../support/stores.ts';
import { STORES } from '../support/stores.ts';

const now = 1_000;

async function failed(graph: OpenGraph['graph'], outcome: Partial<Outcome>, concepts = ['list', 'directory']): Promise<void> {
  await proposeFromFailure(graph, await ground(graph, concepts), { status: 'error', ...outcome }, now);
}

const knowledge = puts(['directory 012', 'permission 01', 'path 01', 'dependency 01', 'list 012 2:A>directory@2']);

describe.each(STORES)('proposeFromFailure in $name', store => {
  it.each([
    ['ls: cannot open directory: Permission denied', 'CONSTRAINED_BY permission (permission_denied)'],
    ['EACCES: nope', 'CONSTRAINED_BY permission (permission_denied)'],
    ['HTTP 403', 'CONSTRAINED_BY permission (permission_denied)'],
    ['sh: tree: command not found', 'REQUIRES dependency (missing_dependency)'],
    ["Error: Cannot find module 'x'", 'REQUIRES dependency (missing_dependency)'],
    ['ls: /nowhere: No such file or directory', 'REQUIRES path (invalid_path)'],
    ['ENOTDIR: not a directory', 'REQUIRES path (invalid_path)'],
    ['out of memory', undefined],
    ['', undefined],
  ])('takes %j for %s', async (error, wanted) => {
    await using open = await store.open();
    await open.graph.write(knowledge);

    await failed(open.graph, { error });
    await failed(open.graph, { output: error });

    const found = (await pendingEdges(open.graph)).map(each => `${each.relation} ${each.target} (${each.cause})`);
    expect(found).toEqual(wanted === undefined ? [] : [wanted]);
  });

  it('puts an accepted edge into the graph as learned knowledge, and takes no other part in grounding before', async () => {
    await using open = await store.open();
    const { graph } = open;
    await graph.write(knowledge);
    const before = (await graph.snapshot()).version;
    await failed(graph, { error: 'Permission denied' });
    const [proposal] = await pendingEdges(graph);
    expect((await graph.snapshot()).version).toBe(before);

    await acceptEdge(graph, proposal!.id, now);

    const relata = (await graph.find({ name: 'list' }))!.depths[2]!.relata;
    expect(relata.map(each => [each.relation, each.provenance.source])).toEqual([
      ['APPLIES_TO', 'authored'],
      ['CONSTRAINED_BY', 'learned'],
    ]);
    expect(await pendingEdges(graph)).toEqual([]);
    await failed(graph, { error: 'Permission denied' });
    expect(await pendingEdges(graph)).toEqual([]);
  });

  it('settles an edge that somebody else has placed meanwhile', async () => {
    await using open = await store.open();
    const { graph } = open;
    await graph.write(knowledge);
    await failed(graph, { error: 'Permission denied' });
    const [proposal] = await pendingEdges(graph);
    await graph.write(puts(['list 012 2:A>directory@2 2:CON>permission@1']));

    await acceptEdge(graph, proposal!.id, now);

    expect(await pendingEdges(graph)).toEqual([]);
    expect((await graph.find({ name: 'list' }))!.depths[2]!.relata.map(each => each.provenance.source)).toEqual([
      'authored',
      'authored',
    ]);
  });

  it.each([
    ['the level is gone', puts(['list 01']), /`list` to have D2/],
    ['the target is gone', [{ type: 'remove', id: 'id-permission' }], /concept `permission`/],
    ['the source is gone', [{ type: 'remove', id: 'id-list' }], /concept `list`/],
  ] as const)('refuses to accept when %s, and keeps the proposal', async (_, changes, message) => {
    await using open = await store.open();
    const { graph } = open;
    await graph.write(knowledge);
    await failed(graph, { error: 'Permission denied' });
    const [proposal] = await pendingEdges(graph);
    await graph.write(changes);

    await expect(acceptEdge(graph, proposal!.id, now)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(message),
    });
    expect(await pendingEdges(graph)).toEqual([proposal]);
    await rejectEdge(graph, proposal!.id);
    expect(await pendingEdges(graph)).toEqual([]);
  });
});
