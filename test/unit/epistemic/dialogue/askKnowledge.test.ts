import { askKnowledge, definePrimitive, importGraph, memoryGraph, provenance, SEEDS, withMemory } from '@licet/epistemic';
import { answerText } from '@licet/epistemic/render';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { licetHere } from '../../../support/licetHere.ts';
import { project } from '../../../support/cli.ts';
import { puts } from '../support/shorthand.ts';
import { seeded, STORES } from '../support/stores.ts';

describe.each(STORES)('askKnowledge on $name', store => {
  it('tells what is known, to which depth and from whom, what is missing, and who could teach it', async () => {
    await using open = await store.open();
    const { graph } = open;
    const ada = provenance('learned', 86_400_000, 'accepted by ada');
    const target = definePrimitive({
      id: 's',
      name: 'service',
      depths: [{ level: 'D0' }, { level: 'D1', properties: { is: 'x' } }],
      provenance: ada,
    });
    const relata = [
      { relation: 'APPLIES_TO' as const, targetId: 's', targetDepth: 'D2' as const, policies: [{ name: 'Window' }] },
    ];
    const act = definePrimitive({ name: 'deploy', depths: [{ level: 'D0' }, { level: 'D1', relata }], provenance: ada });
    await graph.write([target, act].map(primitive => ({ type: 'put', primitive })));
    const before = (await graph.snapshot()).version;

    const answer = await askKnowledge(graph, 'What do I need to know to deploy services to Mars?', { now: 0 });

    expect(answer).toMatchObject({ concepts: ['deploy', 'service', 'mars'], grounded: false, policies: ['Window'] });
    expect(answer.known[0]).toEqual({
      concept: 'deploy',
      depth: 1,
      from: 'learned, accepted by ada, 1970-01-02',
      edges: ['APPLIES_TO service@D2'],
    });
    expect(answer.missing.map(({ gap, teacher }) => [gap.kind, teacher])).toEqual([
      ['EXISTENCE', 'a person who knows it: it has no teacher yet'],
      ['RELATIONAL', 'learned, accepted by ada, 1970-01-02'],
    ]);
    expect((await graph.snapshot()).version).toBe(before);
    expect(await graph.proposals()).toEqual([]);
  });
});

describe('askKnowledge', () => {
  it.each([
    ['How may I delete the files?', ['delete', 'file']],
    ['reading a directory', ['read', 'directory']],
    ["I'd like to launch", ['like', 'launch']],
    ['what can you do?', []],
    ['', []],
    ['delete_file', ['delete', 'file']],
  ])('hears the concepts of %j', async (question, concepts) => {
    const { concepts: heard } = await askKnowledge(await seeded(), question, { now: 0 });

    expect(heard.filter(word => word !== 'id')).toEqual(concepts);
  });

  it('asks for a concept that is named like a word of a question', async () => {
    const graph = memoryGraph();
    graph.write(puts(['need 01']));

    expect((await askKnowledge(graph, 'what do I need?', { now: 0 })).concepts).toEqual(['need']);
  });

  it('names the objects of an act that was asked for alone', async () => {
    const { known, missing } = await askKnowledge(await seeded(), 'delete', { now: 0 });

    expect(missing.map(({ gap }) => gap.kind)).toEqual(['REACHABILITY']);
    expect(known[0]?.edges).toContain('APPLIES_TO file@D2');
  });

  it('says which word is ambiguous, and what has faded', async () => {
    const plain = memoryGraph();
    await importGraph(plain, SEEDS.filesystem, { now: 0 });
    const graph = withMemory(plain, { halfLife: '1d' });

    const { missing } = await askKnowledge(graph, 'delete files', { now: Date.UTC(2030, 1) });

    expect(missing[0]).toMatchObject({ gap: { kind: 'FADED' }, teacher: 'authored, seed graph, 2026-01-01' });
    const twins = memoryGraph();
    twins.write(puts(['leaf 01', 'leave 01']));
    const [ambiguous] = (await askKnowledge(twins, 'leaves', { now: 0 })).missing;
    expect(ambiguous).toMatchObject({ gap: { kind: 'AMBIGUITY' }, teacher: 'the person who asked for the action' });
  });
});

describe('answerText', () => {
  it('stays below 1,500 characters whatever is asked, and counts what it leaves out', async () => {
    const graph = await seeded();
    const word = fc.oneof(fc.constantFrom(...graph.snapshot().names), fc.string({ maxLength: 80 }));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), async words => {
        const answer = await askKnowledge(graph, words.join(' '), { now: 0 });
        expect(answerText(answer, 'ask the user to teach').length).toBeLessThan(1_500);
      }),
    );
    const all = await askKnowledge(graph, graph.snapshot().names.join(' '), { now: 0 });
    expect(answerText(all)).toMatch(/\(\d+ more: ask for fewer concepts, or take the data\)/);
  });

  it('begins with the verdict, and escapes what the graph says', async () => {
    const graph = memoryGraph();
    graph.write([{ type: 'put', primitive: definePrimitive({ name: 'a\u001b[31m', depths: [{ level: 'D0' }] }) }]);

    const text = answerText(await askKnowledge(graph, 'nothing here', { now: 0 }), 'ADVICE');

    expect(text.split('\n')[0]).toBe('nothing: not known well enough to act');
    expect(text.endsWith('ADVICE')).toBe(true);
    expect(answerText(await askKnowledge(graph, 'what?', { now: 0 }))).toContain('The question names no concept');
  });
});

describe('licet concepts ask', () => {
  it('answers in words and as data, and returns 2 while something is missing', async () => {
    const root = project(
      'version: 1\ndefault: pass\ngraphs:\n  main: { store: sqlite, seeds: [filesystem] }\npolicy:\n  grounded: { graph: main }\n',
    );

    const known = await licetHere(root, ['concepts', 'ask', 'may I delete files?']);
    const missing = await licetHere(root, [
      'concepts',
      'ask',
      'what do I need to know to deploy?',
      '--json',
      '--min-depth',
      'D2',
    ]);

    expect(known).toMatchObject({ status: 0, stdout: expect.stringContaining('delete, file: known well enough to act') });
    expect(missing.status).toBe(2);
    expect(JSON.parse(missing.stdout)).toMatchObject({
      concepts: ['deploy'],
      grounded: false,
      missing: [{ gap: { kind: 'EXISTENCE' } }],
    });
  });
});
