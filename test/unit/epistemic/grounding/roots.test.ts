import { memoryGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

import { findRoots, missingConcepts, snapshotFor } from '../../../../packages/epistemic/src/grounding/roots.ts';
import { idOf, puts } from '../support/shorthand.ts';

const graph = memoryGraph();
graph.write([
  ...puts(['delete 0123 2:A>file@1', 'file 01', 'file+cabinet 01', 'filing 0']),
  { type: 'alias', alias: 'erase', targetId: idOf('delete') },
]);
const find = (...concepts: readonly string[]) => findRoots(graph.snapshot(), concepts, true);

describe('the concepts that were asked for', () => {
  it('are each there once, in whatever spelling and order', () => {
    const { known, gaps } = find('delete', 'DELETE', 'erase', 'deleting', 'file');

    expect(known.map(index => graph.snapshot().names[index])).toEqual(['delete', 'file']);
    expect(gaps).toEqual([]);
  });

  it('are one gap each where they are not known', () => {
    const { unknown, gaps, conceptIds } = find('teleport', 'Teleport', 'file');

    expect(unknown.map(({ id }) => id)).toEqual(['unknown:teleport']);
    expect(gaps.map(({ kind }) => kind)).toEqual(['EXISTENCE']);
    expect(conceptIds).toEqual(['unknown:teleport', 'id-file']);
  });

  it('are the same for the same question', () => {
    expect(find('teleport')).toEqual(find('teleport'));
    expect(find()).toMatchObject({ known: [], gaps: [], unknown: [] });
  });
});

describe('what a declaration leaves out', () => {
  it('is told as it was written', () => {
    expect(missingConcepts(graph, ['delete', 'File', 'teleport'], ['erase', 'TELEPORT'])).toEqual(['File']);
    expect(missingConcepts(graph, ['delete'], [])).toEqual(['delete']);
    expect(missingConcepts(graph, [], ['delete'])).toEqual([]);
  });
});

it('needs no more of the graph than what suffices', () => {
  expect(snapshotFor(graph, ['delete'], true)).toBe(graph.snapshot());
});
