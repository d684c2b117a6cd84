import type { ConceptGraph } from '@licet/epistemic';
import { ground, memoryGraph } from '@licet/epistemic';
import { inflect } from '../../../../packages/epistemic/src/graph/inflect.ts';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, puts } from '../support/shorthand.ts';
import { cases } from '../../../support/longRuns.ts';

const NAMES = [
  'file',
  'Delete',
  'operating_system',
  '_private',
  'go',
  'life',
  'lie',
  'list+directory',
  'étude',
  'run',
  'be',
  'x',
];
const ALIASES = { 'remove for good': 'Delete', 'soft-link': 'file', went_away: 'go', überlauf: 'run' };

const words = [...NAMES.map(name => name.replaceAll('+', ' ')), ...Object.keys(ALIASES)];
const forms = words.flatMap(word => {
  const parts = word.toLowerCase().split(/[_ -]/);
  return [...inflect(parts.at(-1)!)].map(form => [...parts.slice(0, -1), form].join(' ').trim());
});
const word = fc.oneof(
  fc.constantFrom(...words, ...forms, 'telepathy', 'went', 'was', 'lives', 'operating-systems', 'private', '  File ', '\ud800'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const phrase = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '_', '-', ' the '))
  .map(([parts, separator]) => parts.join(separator));

async function fill(graph: ConceptGraph): Promise<void> {
  const names = NAMES.map((name, at) => (at < 2 ? `${name} 01` : `${name} 01 1:REQ>file@1`));
  const aliases = Object.entries(ALIASES).map(([alias, name]) => ({ type: 'alias', alias, targetId: idOf(name) }) as const);
  await graph.write([...puts(names), ...aliases]);
}

/** The graph, and what it was asked for: undefined for all of it. */
function watched(graph: ConceptGraph) {
  const asked: (readonly string[] | undefined)[] = [];
  const snapshot: ConceptGraph['snapshot'] = concepts => {
    asked.push(concepts);
    return graph.snapshot(concepts);
  };
  return { asked, graph: { ...graph, snapshot } };
}

describe('words in a graph that is not loaded', () => {
  it('mean what they mean in a loaded one, and load nothing', async () => {
    const memory = memoryGraph();
    const sqlite = sqliteGraph(':memory:', { loadAfter: Number.POSITIVE_INFINITY });
    await fill(memory);
    await fill(sqlite);
    const seen = watched(sqlite);

    await fc.assert(
      fc.asyncProperty(fc.array(phrase, { minLength: 1, maxLength: 3 }), fc.boolean(), async (concepts, inflections) => {
        const [want, found] = await Promise.all(
          [memory, seen.graph].map(async graph => {
            const { resolved, notes, gaps, trace } = await ground(graph, concepts, { inflections, reachability: 'component' });
            return { resolved, notes, gaps, conceptIds: trace.conceptIds, pathway: trace.pathway };
          }),
        );

        expect(found).toEqual(want);
      }),
      { numRuns: cases(400) },
    );
    expect(seen.asked.filter(concepts => concepts === undefined)).toEqual([]);
    sqlite.close();
  });

  it.each(NAMES.flatMap(name => [...inflect(name.toLowerCase().replace(/^.*[_+]/, ''))].map(form => [form, name])))(
    'find %s as a form of %s',
    async (form, name) => {
      const tail = name.replaceAll('+', ' ').toLowerCase().split(/[_ ]/);
      const graph = memoryGraph();
      graph.write(puts([`${name} 01`]));

      const { gaps } = await ground(graph, [[...tail.slice(0, -1), form].join(' ')]);

      expect(gaps).toEqual([]);
    },
  );
});
