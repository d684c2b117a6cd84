import { memoryGraph } from '@licet/epistemic';
import { answerFrom } from 'licet/source/grounding/answerFrom.ts';
import { openGrounding } from 'licet/source/grounding/openGrounding.ts';
import { describe, expect, it } from 'vitest';

describe('what a model is told of an intended action', () => {
  it('names the graph, what is missing, and that only the user teaches', async () => {
    const text = await answerFrom('main', memoryGraph(), 'deploy the shop');

    expect(text).toContain('knowledge graph `main`: deploy, shop: not known well enough to act');
    expect(text).toContain('Only the user can teach more');
    expect(text.length).toBeLessThan(1_500);
  });

  it('comes from every graph that the policy names, and is absent without one', async () => {
    const grounding = openGrounding({ root: '/nowhere', writes: false });
    expect(await grounding.answer('deploy')).toBeUndefined();
    grounding.resources('graph', 'main', { graphs: { main: { store: 'memory', seeds: ['filesystem'] } } });

    expect(await grounding.answer('delete files')).toContain('delete, file: known well enough to act');
    await grounding.close();
  });
});
