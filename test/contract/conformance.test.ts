import { existsSync, readFileSync } from 'node:fs';
import { ActionBlockedError, guarded } from '@licet/adapters/function';
import { groundedCalls, importGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import { learnAll } from '@licet/epistemic/learning';
import { describe, expect, it } from 'vitest';
import { obvious } from './learningCases.ts';
import { goldenLines } from '../support/goldenLines.ts';

/** One case of the specification's conformance set, the test that holds us to it, and where we differ on purpose. */
interface Row {
  readonly id: string;
  /** A file below `test`, and a text of it: the title of a test, or a line of data. */
  readonly where: string;
  readonly case: string;
  readonly ours?: string;
}

const rows = goldenLines('epistemic/conformance.jsonl') as readonly Row[];

const upTo = (letter: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);

/**
 * G grounding, P the policy gate, C checks of policies, R registry and placement, U guarded functions, L learning of E3,
 * M missing levels, T templates, K learning of E4, S the resolver, D rendering, V provenance, N storage, I identity,
 * H the declaration in a hook, W words of the shell, F the fixes.
 */
const CASES = [
  ...upTo('G', 26),
  ...upTo('P', 22),
  ...upTo('C', 12),
  ...upTo('R', 7),
  ...upTo('U', 13),
  ...upTo('L', 14),
  'M',
  'T',
  ...upTo('K', 10),
  ...upTo('S', 5),
  ...upTo('D', 6),
  ...upTo('V', 3),
  ...upTo('N', 8),
  'I1',
  'H1',
  'H2',
  'W1',
  ...upTo('F', 22),
];

describe('the conformance set', () => {
  it('has a test for every case', () => {
    const ids = new Set(rows.map(row => row.id));

    expect(CASES.filter(id => !ids.has(id))).toEqual([]);
  });

  it('names tests that are there', () => {
    const missing = rows.filter(row => {
      const file = new URL(`../${row.where}`, import.meta.url);
      return !existsSync(file) || !readFileSync(file, 'utf8').includes(row.case);
    });

    expect(missing).toEqual([]);
  });

  it('guards two functions without mixing them up', async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });
    const read = guarded(() => 'read', groundedCalls({ graph, concepts: ['read', 'file'] }));
    const launch = guarded(() => 'launched', groundedCalls({ graph, concepts: ['launch'] }));

    const [one, two, three] = await Promise.all([read(), launch().catch((error: unknown) => error), read()]);

    expect([one, three]).toEqual(['read', 'read']);
    expect(two).toBeInstanceOf(ActionBlockedError);
  });

  it('needs neither open nor close of a learner', async () => {
    const run = await learnAll(memoryGraph(), ['a'], { propose: obvious }, { now: 0 });

    expect(run.result.grounded).toBe(true);
  });
});
