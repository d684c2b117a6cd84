import { describe, expect, it } from 'vitest';

import { openGrounding } from '../../../../packages/cli/src/grounding/openGrounding.ts';
import type { ConceptGraph } from '@licet/epistemic';
import { pendingConceptProposals } from '@licet/epistemic/learning';
import { project } from '../../../support/cli.ts';

const deploy = { concept: 'deploy', meaning: 'puts a build on the servers', evidence: 'README.md' };
const SETTINGS = { graphs: { main: { store: 'sqlite', seeds: ['filesystem'] } } } as const;

describe('a suggestion to the graph of a policy', () => {
  it('waits in the graph, and the agent is told that a person decides', async () => {
    const grounding = openGrounding({ root: project('version: 1\n'), writes: true });
    const graph = grounding.resources('graph', 'main', SETTINGS) as ConceptGraph;
    try {
      const first = await grounding.propose(deploy);
      const again = await grounding.propose(deploy);

      expect(first).toMatchObject({ isKept: true, text: expect.stringContaining('`licet concepts pending`') });
      expect(again).toMatchObject({ isKept: false, text: expect.stringContaining('it waits for a person already') });
      expect((await pendingConceptProposals(graph)).map(({ by }) => by)).toEqual(['an agent over MCP']);
    } finally {
      await grounding.close();
    }
  });

  it('is not kept where the policy has no graph, nor where the process may not write', async () => {
    const none = openGrounding({ root: project('version: 1\n'), writes: true });
    expect(await none.propose(deploy)).toEqual({ isKept: false, text: 'The policy has no knowledge graph.' });

    const root = project('version: 1\n');
    const writer = openGrounding({ root, writes: true });
    await (writer.resources('graph', 'main', SETTINGS) as ConceptGraph).snapshot();
    const reader = openGrounding({ root, writes: false });
    const graph = reader.resources('graph', 'main', SETTINGS) as ConceptGraph;
    await expect(reader.propose(deploy)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await graph.proposals()).toEqual([]);
    for (const each of [writer, reader]) await each.close();
  });
});
