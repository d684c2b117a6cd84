import type { GraphSnapshot, Primitive } from '@licet/epistemic';
import { groundIn, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knowledge, knowledgeOf, putsOf, told } from './knowledge.ts';
import type { Knowledge } from './reference.ts';
import { line, reference } from './reference.ts';
import { FILESYSTEM, FILESYSTEM_CONTENT, GAPS } from './seedTables.ts';
import { cases, isLeftOut, isLongRun } from '../../support/longRuns.ts';

const TABLES = { filesystem: knowledge(FILESYSTEM), gaps: knowledge(GAPS) } as const;
const DEPTHS = [-1, 0, 1, 2, 3, 4] as const;
const MODES = ['edge', 'component'] as const;
/** Names that both seeds lack, or hold under another spelling. */
const STRANGERS = ['widget', 'FILE', 'Delete'];

async function seeded(seed: 'filesystem' | 'gaps'): Promise<{ snapshot: GraphSnapshot; primitives: Primitive[] }> {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS[seed], { now: 0 });
  const snapshot = graph.snapshot();
  return { snapshot, primitives: Array.from({ length: snapshot.size }, (_, index) => snapshot.primitive(index)) };
}

function compare(snapshot: GraphSnapshot, facts: Knowledge, query: readonly string[]): void {
  for (const reachability of MODES) {
    for (const depth of DEPTHS) {
      const minDepth = depth === -1 ? undefined : depth;
      const said = told(groundIn(snapshot, query, { reachability, minDepth, inflections: false }));
      const wanted = reference(facts, query, depth, reachability);
      if (JSON.stringify(said) !== JSON.stringify(wanted))
        expect(said, `${query.join()} ${depth} ${reachability}`).toEqual(wanted);
    }
  }
}

const sorted = (lines: readonly string[]): string[] => lines.toSorted();

describe.each(['filesystem', 'gaps'] as const)('the seed %s', seed => {
  it('holds the concepts, levels and edges of the specification, and nothing else', async () => {
    const { primitives } = await seeded(seed);
    const facts = knowledgeOf(primitives);
    const show = ({ concepts }: Knowledge): string[] =>
      concepts.map(
        ({ name, levels, empty }) =>
          `${name} ${levels.map(level => `${level}${level > 0 && empty.includes(level) ? '-' : ''}`).join('')}`,
      );

    expect(sorted(show(facts))).toEqual(sorted(show(TABLES[seed])));
    expect(sorted(facts.edges.map(line))).toEqual(sorted(TABLES[seed].edges.map(line)));
    expect(primitives.every(primitive => primitive.provenance.source === 'authored')).toBe(true);
  });

  it(`grounds every concept and ${isLongRun ? 'every pair' : 'one pair in eight'} as the reference model does`, async () => {
    const { snapshot } = await seeded(seed);
    const names = [...TABLES[seed].concepts.map(each => each.name), ...STRANGERS];
    compare(snapshot, TABLES[seed], []);
    for (const [index, one] of names.entries()) {
      compare(snapshot, TABLES[seed], [one]);
      if (!isLeftOut(index, 8)) for (const two of names) compare(snapshot, TABLES[seed], [one, two]);
    }
  });

  it('grounds triples and longer queries as the reference model does', async () => {
    const { snapshot } = await seeded(seed);
    const names = [...TABLES[seed].concepts.map(each => each.name), ...STRANGERS];
    const query = fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 5 });
    fc.assert(
      fc.property(query, words => compare(snapshot, TABLES[seed], words)),
      { numRuns: cases(1_000) },
    );
  });
});

describe('the content of the seeds', () => {
  it('has the properties and the metadata of the specification', async () => {
    const { primitives } = await seeded('filesystem');
    const nameOf = new Map(primitives.map(each => [each.id, each.name] as const));
    const said = primitives.map(({ name, depths }) => {
      const lines = depths.flatMap(({ level, properties, relata }) => [
        ...Object.entries(properties).flatMap(([key, value]) => {
          if (level === 3) return [`D3 ${(value as readonly string[]).length}`];
          return Array.isArray(value) ? [`D${level} ${key} ${value.join(' ')}`] : [];
        }),
        ...relata.flatMap(({ relation, targetId, metadata }) => {
          const keys = Object.keys(metadata);
          return keys.length === 0 ? [] : [`${relation} ${nameOf.get(targetId)} ${keys.toSorted().join(' ')}`];
        }),
      ]);
      return [name, sorted(lines)] as const;
    });
    const wanted = Object.entries(FILESYSTEM_CONTENT).map(([name, lines]) => {
      const canonical = lines.map(each => {
        if (/^D\d/.test(each)) return each;
        const [relation, target, ...keys] = each.split(' ');
        return [relation, target, ...keys.toSorted()].join(' ');
      });
      return [name, sorted(canonical)] as const;
    });

    const specified = said.filter(([name]) => Object.hasOwn(FILESYSTEM_CONTENT, name));
    expect(Object.fromEntries(specified)).toEqual(Object.fromEntries(wanted));
  });

  it('has one policy, on the deletion of files, and none in the seed with gaps', async () => {
    const policies = [];
    for (const seed of ['filesystem', 'gaps'] as const) {
      const { primitives } = await seeded(seed);
      for (const { name, depths } of primitives) {
        for (const { level, relata } of depths) {
          for (const relatum of relata) {
            for (const policy of relatum.policies) policies.push([seed, name, level, relatum.relation, relatum.targetId, policy]);
          }
        }
      }
    }

    expect(policies).toEqual([
      [
        'filesystem',
        'delete',
        3,
        'APPLIES_TO',
        'seed:file',
        expect.objectContaining({
          name: 'BulkFileDeletePolicy',
          requiresConfirmation: true,
          triggerCardinality: 'multiple',
          callback: null,
          confirmationMessage: expect.stringMatching(/files.*bulk/),
        }),
      ],
    ]);
  });
});

const NAMES = ['act', 'bat', 'Cat', 'dog', 'eel', 'fox', 'gnu', 'hen'];

/** Any graph that a store admits: transitive edges go from later names to earlier ones, the others anywhere. */
const graphs = fc
  .tuple(
    ...NAMES.map((name, at) => {
      const level = fc.integer({ min: 0, max: 4 });
      const edge = fc.oneof(
        fc.tuple(level, fc.constantFrom('A', 'INC'), fc.constantFrom(...NAMES), level),
        ...(at === 0
          ? []
          : [fc.tuple(level, fc.constantFrom('REQ', 'CON', 'DEP'), fc.constantFrom(...NAMES.slice(0, at)), level)]),
      );
      const edges = fc.uniqueArray(edge, { maxLength: 5, selector: String });
      const levels = fc.constantFrom('01234', '0123', '012', '01', '0', '12', '01-2', '013', '0123-', '');
      return fc.tuple(levels, edges).map(([kept, list]) => {
        const owned = list.filter(([from]) => kept.includes(String(from)));
        return [name, kept, ...owned.map(([from, type, to, depth]) => `${from}:${type}>${to}@${depth}`)].join(' ');
      });
    }),
  )
  .map(rows => knowledge(rows));

describe('groundIn', () => {
  it('agrees with the reference model on any graph and query', () => {
    fc.assert(
      fc.property(
        graphs,
        fc.array(fc.constantFrom(...NAMES, 'widget', 'CAT', 'cat'), { minLength: 1, maxLength: 5 }),
        (facts, query) => {
          const graph = memoryGraph();
          graph.write(putsOf(facts));
          compare(graph.snapshot(), facts, query);
        },
      ),
      { numRuns: cases(400) },
    );
  });
});
