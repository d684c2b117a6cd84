import { memoryGraph } from '@licet/epistemic';
import { answerFrom } from 'licet/source/grounding/dialogue.ts';
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

describe('what a model is told of a task that it plans', () => {
  const TASK = 'Please tidy up: delete the old files of the shop, and tell the team.';
  const withGraphs = (...names: readonly string[]) => {
    const grounding = openGrounding({ root: '/nowhere', writes: false });
    const graphs = Object.fromEntries(names.map(name => [name, { store: 'memory' as const, seeds: ['filesystem'] }]));
    for (const name of names) grounding.resources('graph', name, { graphs });
    return grounding;
  };

  it('is what is known of the concepts that the task names, and no gap for each of its words', async () => {
    const grounding = withGraphs('main');
    const text = await grounding.recall(TASK);

    expect(text).toContain('for this task: knowledge graph `main`: delete, file: known well enough to act');
    expect(text).toContain('known: delete to');
    expect(text).not.toContain('shop');
    await grounding.close();
  });

  it('is nothing where the task names no concept, where there is no graph, and where the graph cannot be read', async () => {
    const grounding = withGraphs('main');
    expect(await grounding.recall('say hello')).toBeUndefined();
    expect(await withGraphs().recall(TASK)).toBeUndefined();
    const broken = openGrounding({ root: '/nowhere', writes: false });
    broken.resources('graph', 'main', { graphs: { main: { store: 'sqlite' } } });
    expect(await broken.recall(TASK)).toBeUndefined();
    await grounding.close();
  });

  it('stays below 1,500 characters, whatever the task and however many graphs', async () => {
    const grounding = withGraphs('one', 'two', 'three');
    const text = await grounding.recall(`${TASK} copy move read write create list directory path permission \ud83d `.repeat(50));

    expect(text?.length).toBeGreaterThan(1_000);
    expect(text?.length).toBeLessThan(1_500);
    await grounding.close();
  });
});
