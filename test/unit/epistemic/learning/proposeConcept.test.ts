import { ground, memoryGraph } from '@licet/epistemic';
import type { MemoryGraph } from '@licet/epistemic';
import {
  acceptConcept,
  pendingConceptProposals,
  pendingEdges,
  proposeConcept,
  proposeFromFailure,
  rejectConcept,
} from '@licet/epistemic/learning';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';

const HOUR = 3_600_000;
const suggestion = { concept: 'deploy', meaning: 'puts a build on the servers', evidence: 'README.md' };

const propose = async (graph: MemoryGraph, concept: string, now = 0) =>
  proposeConcept(graph, { ...suggestion, concept }, { now, by: 'an agent' });
const accept = async (graph: MemoryGraph, concept: string) =>
  acceptConcept(graph, `concept/${concept}`, { now: HOUR, by: 'ada' });
const why = async (answer: ReturnType<typeof propose>): Promise<string> => {
  const given = await answer;
  return given.isKept ? 'kept' : given.why;
};

describe('a concept that an agent suggests', () => {
  it('teaches nothing until a person accepts it, and is then learned to D1 with its provenance', async () => {
    const graph = memoryGraph();
    const { version } = graph.snapshot();

    expect(await propose(graph, 'deploy')).toEqual({ isKept: true, id: 'concept/deploy' });
    expect(graph.snapshot().version).toBe(version);
    expect((await ground(graph, ['deploy'])).gaps.map(gap => gap.kind)).toEqual(['EXISTENCE']);
    expect(await pendingConceptProposals(graph)).toEqual([
      { id: 'concept/deploy', ...suggestion, by: 'an agent', at: '1970-01-01T00:00:00.000Z' },
    ]);

    await accept(graph, 'deploy');
    const found = graph.find({ name: 'deploy' })!;

    expect((await ground(graph, ['deploy'], { minDepth: 'D1' })).grounded).toBe(true);
    expect((await ground(graph, ['deploy'], { minDepth: 'D2' })).grounded).toBe(false);
    expect(found.depths[1]?.properties).toEqual({ is: suggestion.meaning });
    expect(found.provenance).toMatchObject({ source: 'learned', detail: 'accepted by ada, suggested by an agent: README.md' });
    expect(graph.proposals()).toEqual([]);
  });

  it('is kept once, under any spelling, and not again once a person has rejected it', async () => {
    const graph = memoryGraph();
    await propose(graph, 'Deploy');
    expect(await why(propose(graph, 'DEPLOY'))).toBe('it waits for a person already');
    await rejectConcept(graph, 'concept/deploy', HOUR);

    expect(await why(propose(graph, 'deploy', 5 * HOUR))).toBe('a person rejected it on 1970-01-01');
    expect(await pendingConceptProposals(graph)).toEqual([]);
    await expect(accept(graph, 'deploy')).rejects.toMatchObject({ code: 'not_found' });
    await expect(rejectConcept(graph, 'concept/deploy', 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('never touches what is known, by name or alias, also when it became known while it waited', async () => {
    const graph = memoryGraph();
    graph.write([...puts(['known 01']), { type: 'alias', alias: 'other', targetId: 'id-known' }]);
    expect(await why(propose(graph, 'KNOWN'))).toBe('`KNOWN` is known already');
    expect(await why(propose(graph, 'other'))).toBe('`other` is known already');

    await propose(graph, 'late');
    graph.write(puts(['late 012']));
    await accept(graph, 'late');
    expect(graph.find({ name: 'late' })?.depths).toHaveLength(3);
    expect(graph.proposals()).toEqual([]);
  });

  it('comes in small numbers: five an hour and twenty that wait, rejected ones included in the hour', async () => {
    const graph = memoryGraph();
    for (let at = 0; at < 5; at += 1) expect(await why(propose(graph, `a${at}`))).toBe('kept');
    await rejectConcept(graph, 'concept/a0', 0);
    expect(await why(propose(graph, 'a5'))).toBe('5 concepts were suggested within an hour');
    for (let hour = 1; hour < 4; hour += 1)
      for (let at = 0; at < 5; at += 1) expect(await why(propose(graph, `b${hour}${at}`, hour * HOUR))).toBe('kept');
    expect(await why(propose(graph, 'c', 5 * HOUR))).toBe('kept');
    expect(await why(propose(graph, 'd', 6 * HOUR))).toBe('20 suggested concepts wait for a person already');
  });

  it('leaves room for what failures teach, and does not count as that', async () => {
    const graph = memoryGraph();
    graph.write(puts(['read 012 1:A>file@1', 'file 01']));
    for (let at = 0; at < 60; at += 1)
      graph.write([{ type: 'propose', proposal: { id: `concept/x${at}`, content: JSON.stringify({ ...suggestion, at: '' }) } }]);
    const result = await ground(graph, ['read', 'file']);
    await proposeFromFailure(graph, result, { status: 'error', error: 'EACCES: permission denied' }, 0);

    expect((await pendingEdges(graph)).map(({ source }) => source)).toEqual(['read']);
  });

  it('forgets the oldest of more than a hundred rejections', async () => {
    const graph = memoryGraph();
    for (let at = 0; at < 101; at += 1) {
      await propose(graph, `n${at}`, at * HOUR);
      await rejectConcept(graph, `concept/n${at}`, at * HOUR);
    }

    expect(graph.proposals()).toHaveLength(100);
    expect(await why(propose(graph, 'n0', 500 * HOUR))).toBe('kept');
    expect(await why(propose(graph, 'n1', 500 * HOUR))).toContain('rejected');
  });

  it.each([
    [{ concept: ' ' }, '`concept`'],
    [{ concept: 'x'.repeat(81) }, '`concept`'],
    [{ concept: 'company:deploy' }, 'letters, digits'],
    [{ concept: 'a\u202eb' }, 'letters, digits'],
    [{ meaning: '' }, '`meaning`'],
    [{ meaning: 'x'.repeat(501) }, '`meaning`'],
    [{ evidence: 'x'.repeat(501) }, '`evidence`'],
    [{ meaning: '\ud83d' }, '`meaning`'],
  ])('is refused for %j', async (change, message) => {
    const graph = memoryGraph();
    const answer = await proposeConcept(graph, { ...suggestion, ...change }, { now: 0, by: 'an agent' });

    expect(answer).toMatchObject({ isKept: false, why: expect.stringContaining(message) });
    expect(graph.proposals()).toEqual([]);
  });

  it('is not read from what has another form', async () => {
    const graph = memoryGraph();
    for (const content of ['{nonsense', '{"concept":7}', 'null'])
      graph.write([{ type: 'propose', proposal: { id: `concept/${content}`, content } }]);

    expect(await pendingConceptProposals(graph)).toEqual([]);
  });
});
