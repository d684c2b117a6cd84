import { ground, memoryGraph } from '@licet/epistemic';
import { describe, expect, test } from 'vitest';

import { objectsOf } from '../../../../packages/epistemic/src/grounding/reachability.ts';
import { puts } from '../support/shorthand.ts';

const graph = memoryGraph();
graph.write(
  puts([
    'delete 0123 2:A>file@1',
    'read 01 2:A>file@1',
    'file 0123 2:CON>permission@1',
    'permission 0123 2:A>door@1',
    'door 01',
    'star 0123',
    'alone 0123',
  ]),
);
const reasons = async (...concepts: readonly string[]): Promise<readonly string[]> => {
  const { gaps } = await ground(graph, concepts);
  return gaps.flatMap(gap => (gap.kind === 'REACHABILITY' ? [`${gap.primitive.name} ${gap.reason}`] : []));
};

describe('what was asked for together must be connected', () => {
  test.each([
    [['delete', 'file'], []],
    [['delete', 'file', 'permission'], []],
    [['delete'], ['delete no_object']],
    [['delete', 'star'], ['delete no_object']],
    [['delete', 'file', 'star'], ['star no_action']],
    [['star', 'alone'], ['alone isolated']],
    [['star'], []],
  ])('%j: %j', async (concepts, wanted) => {
    expect(await reasons(...concepts)).toEqual(wanted);
  });

  test('says nothing of objects while a concept is unknown', async () => {
    expect(await reasons('delete', 'teleport')).toEqual([]);
  });
});

test('an act applies to what it sees at its depth', () => {
  const snapshot = graph.snapshot();
  const objects = (name: string): readonly (string | undefined)[] =>
    objectsOf(snapshot, snapshot.names.indexOf(name)).map(index => snapshot.names[index]);

  expect([objects('delete'), objects('read'), objects('file')]).toEqual([['file'], [], []]);
});
