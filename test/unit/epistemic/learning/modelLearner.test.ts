import type { AskModel, LearningCandidate, ModelLearnerOptions, ModelMessage } from '@licet/epistemic/learning';
import { importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import { learnAll, modelLearner } from '@licet/epistemic/learning';
import { describe, expect, it } from 'vitest';

const existence = (name: string, is = 'something'): string =>
  JSON.stringify({ kind: 'EXISTENCE', name, d1: { level: 1, properties: { is } } });

/** A model that gives these answers, and the last one again and again. */
function scripted(...answers: readonly string[]): { ask: AskModel; asked: (readonly ModelMessage[])[] } {
  const asked: (readonly ModelMessage[])[] = [];
  return { asked, ask: messages => (asked.push(messages), answers[Math.min(asked.length, answers.length) - 1]!) };
}

const learn = async (concepts: readonly string[], options: ModelLearnerOptions, graph = memoryGraph()) => ({
  graph,
  ...(await learnAll(graph, concepts, modelLearner(options), { now: 0 })),
});

describe('modelLearner', () => {
  it("closes the reference's gaps: write and file, edge and depths included", async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.gaps, { now: 0 });
    const ask: AskModel = messages => {
      const text = messages.at(-1)!.content;
      const form = JSON.parse(text.slice(text.indexOf('The form to fill:') + 17, text.lastIndexOf('}') + 1)) as LearningCandidate;
      if (form.kind === 'EXISTENCE') return existence(form.name);
      if (form.kind === 'REACHABILITY')
        return JSON.stringify({
          ...form,
          sourceName: 'write',
          targetName: 'file',
          relation: 'APPLIES_TO',
          sourceDepth: 2,
          targetDepth: 2,
        });
      return JSON.stringify({
        ...form,
        newDepths: 'newDepths' in form ? form.newDepths.map(each => ({ ...each, properties: { does: 'much' } })) : [],
      });
    };
    const shown: string[] = [];

    const { result, outcomes } = await learn(
      ['write', 'file'],
      { ask, review: ({ gap }) => (shown.push(gap.kind), { decision: 'accept' }) },
      graph,
    );

    expect(result.grounded).toBe(true);
    expect(shown).toEqual(['EXISTENCE', 'REACHABILITY', 'DEPTH', 'DEPTH']);
    expect(new Set(outcomes.map(each => each.outcome))).toEqual(new Set(['accepted']));
  });

  it('shows the model the gap, the form, what the graph knows, and why its last proposal was refused', async () => {
    const { ask, asked } = scripted(existence('other name'), existence('queue'));

    await learn(['queue'], { ask, review: () => ({ decision: 'accept' }) });

    expect(asked[0]!.at(-1)!.content).toContain("'queue' is not in the knowledge graph");
    expect(asked[0]!.at(-1)!.content).toContain('"kind": "EXISTENCE"');
    expect(asked[1]!.at(-1)!.content).toContain('Your last proposal was refused');
  });

  it.each([
    ['another name', existence('other name'), 'must match the gapped concept'],
    ['no level', JSON.stringify({ kind: 'EXISTENCE', name: 'queue', d1: null }), 'missing D1'],
    ['no content', JSON.stringify({ kind: 'EXISTENCE', name: 'queue', d1: { level: 1, properties: {} } }), 'must carry content'],
    [
      'an edge to nothing',
      existence('queue').replace('"level":1', '"level":1,"relata":[{"relation":"REQUIRES","target":"nowhere","targetDepth":1}]'),
      'Cannot resolve',
    ],
  ])('shows a person no proposal that the graph would refuse: %s', async (_what, wrong, why) => {
    const { ask, asked } = scripted(wrong, existence('queue'));
    const shown: LearningCandidate[] = [];

    const { outcomes } = await learn(['queue'], {
      ask,
      review: ({ candidate }) => (shown.push(candidate), { decision: 'accept' }),
    });

    expect(shown).toEqual([JSON.parse(existence('queue'))]);
    expect(asked[1]!.at(-1)!.content).toContain(why);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted']);
  });

  it('leaves a gap whose model proposes three times what the graph would refuse', async () => {
    const { ask, asked } = scripted(existence('other name'));
    let shown = 0;

    const { outcomes } = await learn(['queue'], { ask, review: () => (shown++, { decision: 'accept' }) });

    expect([asked.length, shown, outcomes.map(({ outcome }) => outcome)]).toEqual([3, 0, ['skipped']]);
  });

  it('writes nothing that was not accepted', async () => {
    for (const decision of ['skip', 'reject'] as const) {
      const { graph, outcomes } = await learn(['queue'], { ask: scripted(existence('queue')).ask, review: () => ({ decision }) });
      expect([graph.snapshot().size, outcomes[0]?.outcome]).toEqual([0, decision === 'skip' ? 'skipped' : 'rejected']);
    }
    const never = await learn(['queue'], {
      ask: scripted(existence('queue')).ask,
      review: () => ({ decision: 'modify', feedback: 'again' }),
      maxChanges: 2,
    });
    expect([never.graph.snapshot().size, never.outcomes[0]?.outcome]).toEqual([0, 'skipped']);
  });

  it('leaves a gap whose model answers no form three times in a row', async () => {
    const { ask, asked } = scripted('I would rather not.', '{"kind":', '[]');

    const { outcomes } = await learn(['queue'], { ask, review: () => ({ decision: 'accept' }) });

    expect([asked.length, outcomes.map(each => each.outcome)]).toEqual([3, ['skipped']]);
  });

  it('asks once whether to begin, and asks nothing of the model after a no', async () => {
    const { ask, asked } = scripted(existence('queue'));
    let begun = 0;

    const no = await learn(['queue', 'stack'], { ask, begin: () => (begun++, false), review: () => ({ decision: 'accept' }) });
    expect([begun, asked.length, no.outcomes.map(each => each.outcome)]).toEqual([1, 0, ['rejected']]);
  });

  it('passes on what the model throws', async () => {
    const away: AskModel = () => {
      throw new Error('the model is away');
    };

    await expect(learn(['queue'], { ask: away, review: () => ({ decision: 'accept' }) })).rejects.toThrow('the model is away');
  });
});
