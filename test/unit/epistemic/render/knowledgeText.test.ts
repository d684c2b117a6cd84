import { conceptsText, knowledgeText } from '@licet/epistemic/render';
import { groundIn, memoryGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { puts } from '../support/shorthand.ts';
import { seeded } from '../support/stores.ts';

describe('knowledgeText', () => {
  it('says what is known of the concepts that were asked for, with depths, content and edges', async () => {
    const text = knowledgeText(groundIn((await seeded('gaps')).snapshot(), ['read', 'file', 'rocket']))!;

    expect(text).toContain("'read' is known to D2 CAPABILITIES (D1 description: take in the content");
    expect(text).toContain("'file' is known to D1 IDENTITY");
    expect(text).toContain('edges: read APPLIES_TO file@D2');
    expect(text).not.toContain('rocket');
  });

  it('is one line of at most fifteen hundred characters and what is missing of it, whatever a graph holds', () => {
    const graph = memoryGraph();
    graph.write(puts(['a 01']));
    const known = graph.find({ name: 'a' })!;
    const depths = known.depths.map(depth => Object.assign({}, depth, { properties: { is: `${'x'.repeat(9_000)}\n\u202e` } }));
    graph.write([{ type: 'put', primitive: { ...known, depths } }]);

    const text = knowledgeText(groundIn(graph.snapshot(), ['a']))!;

    expect(text.length).toBeLessThan(1_550);
    expect(text).toMatch(/^[^\n\u202e]*… \(\d+ more\)$/u);
  });

  it('says nothing where nothing is known', () => {
    expect(knowledgeText(groundIn(memoryGraph().snapshot(), ['rocket']))).toBeUndefined();
  });
});

describe('conceptsText', () => {
  it('names acts before objects, and says how many more there are', async () => {
    const snapshot = (await seeded('gaps')).snapshot();

    expect(conceptsText(snapshot)).toBe(
      'acts: create, list, read; objects: delete, directory, file, filesystem, operating_system, path, permission',
    );
    expect(conceptsText(snapshot, 2)).toBe('acts: create, list (8 more)');
    expect(conceptsText(memoryGraph().snapshot())).toBe('');
  });
});
