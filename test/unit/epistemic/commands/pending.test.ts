import { memoryGraph } from '@licet/epistemic';
import type { ConceptProgram } from '@licet/epistemic/commands';
import { proposeConcept } from '@licet/epistemic/learning';
import { describe, expect, it } from 'vitest';

import { pendingConcepts } from '../../../../packages/epistemic/src/commands/draw.ts';
import { puts } from '../support/shorthand.ts';

const edge = {
  id: 'edge/1',
  source: 'read',
  relation: 'REQUIRES',
  target: 'path',
  sourceDepth: 1,
  targetDepth: 1,
  cause: 'invalid_path',
  error: 'ENOENT',
};

/** A graph in which an agent has suggested two concepts and a failure an edge, and the command at a terminal. */
async function waiting() {
  const graph = memoryGraph();
  graph.write(puts(['read 01', 'path 01']));
  for (const concept of ['deploy', 'evil\u001b[2J'.slice(0, 4)])
    await proposeConcept(
      graph,
      { concept, meaning: 'puts \u001b[31ma build there', evidence: 'README' },
      { now: 0, by: 'an agent' },
    );
  graph.write([{ type: 'propose', proposal: { id: edge.id, content: JSON.stringify(edge) } }]);
  const deeds: string[] = [];
  const program = {
    withGraph: async <T>(_: string | undefined, work: (opened: typeof graph) => Promise<T>): Promise<T> => work(graph),
    requireHuman: (deed: string) => void deeds.push(deed),
    userName: () => 'ada',
  } as unknown as ConceptProgram;
  const run = async (options: object): Promise<string> => {
    const lines: string[] = [];
    await pendingConcepts(
      options,
      { print: (text: string) => void lines.push(text), complain: () => undefined, hasColor: false },
      program,
    );
    return lines.join('\n');
  };
  return { graph, run, deeds };
}

describe('licet concepts pending', () => {
  it('shows both kinds without a person, in escaped words', async () => {
    const { run, deeds } = await waiting();
    const text = await run({});

    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain('concept/deploy  deploy: puts');
    expect(text).toContain('suggested by an agent, 1970-01-01');
    expect(text).toContain('read D1 REQUIRES path@D1');
    expect(text).not.toContain('\u001b');
    expect(JSON.parse(await run({ json: true }))).toHaveLength(3);
    expect(deeds).toEqual([]);
  });

  it('accepts and rejects both kinds, for a person only', async () => {
    const { graph, run, deeds } = await waiting();
    await run({ accept: 'concept/deploy' });
    await run({ reject: 'concept/evil' });
    await run({ accept: 'edge/1' });

    expect(graph.find({ name: 'deploy' })?.provenance.detail).toBe('accepted by ada, suggested by an agent: README');
    expect(graph.find({ name: 'read' })?.depths[1]?.relata).toHaveLength(1);
    expect(await run({})).toBe('nothing is pending');
    expect(deeds).toEqual([
      'licet concepts pending --accept',
      'licet concepts pending --reject',
      'licet concepts pending --accept',
    ]);
    await expect(run({ reject: 'edge/1' })).rejects.toThrow('none with the id');
    await expect(run({ accept: 'nothing' })).rejects.toThrow('expected a pending proposal');
  });
});
