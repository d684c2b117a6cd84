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
    ['curl: (6) Could not resolve host: example.org', 'REQUIRES network (network_unreachable)'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'REQUIRES network (network_unreachable)'],
    ['npm error code ERESOLVE', 'CONSTRAINED_BY version (version_conflict)'],
    ['! [rejected] main -> main (non-fast-forward)', 'CONSTRAINED_BY version (version_conflict)'],
    ['CONFLICT (content): Merge conflict in a.txt', 'CONSTRAINED_BY version (version_conflict)'],
    ['Tests: 3 failed, 12 passed', 'CONSTRAINED_BY test (test_failure)'],
    ['=== 1 failure in 0.2s', 'CONSTRAINED_BY test (test_failure)'],
    ['12 passed, 0 failed', undefined],
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

  it.each([
    [126, 'permission_denied: exit code 126'],
    [127, 'missing_dependency: exit code 127'],
    [1, undefined],
  ])('takes the exit code %d where nothing was reported', async (exitCode, wanted) => {
    await using open = await store.open();
    await open.graph.write(knowledge);

    await failed(open.graph, { exitCode });

    const found = (await pendingEdges(open.graph)).map(each => `${each.cause}: ${each.error}`);
    expect(found).toEqual(wanted === undefined ? [] : [wanted]);
  });

  it('proposes the same cause once, with its first evidence, and nothing while fifty wait', async () => {
    await using open = await store.open();
    const { graph } = open;
    await graph.write(knowledge);
    for (const error of ['EACCES: the first', 'EACCES: the second']) await failed(graph, { error });
    expect((await pendingEdges(graph)).map(({ error }) => error)).toEqual(['EACCES: the first']);
    const others = Array.from(
      { length: 48 },
      (_, at) => ({ type: 'propose', proposal: { id: `p${at}`, content: '{}' } }) as const,
    );
    await graph.write(others);

    await failed(graph, { error: 'ENOENT' });
    await failed(graph, { error: 'ECONNRESET' });

    expect((await graph.proposals()).length).toBe(50);
    expect((await pendingEdges(graph)).map(({ cause }) => cause).sort()).toEqual(['invalid_path', 'permission_denied']);
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
