import { proveVerdicts } from '@licet/analysis';
import type { Proven } from '@licet/analysis';
import { memoryAudit, PolicyEngine } from '@licet/core';
import type { Json } from '@licet/core';
import type { EvaluationRecord } from '@licet/core/store';
import { Grounded, ground, importGraph, memoryGraph, renewConcept, SEEDS, withMemory } from '@licet/epistemic';
import type { ConceptGraph } from '@licet/epistemic';
import { countersIn, recalling } from '@licet/epistemic/store';
import { fakeClock } from '@licet/core/testing';
import { describe, expect, it } from 'vitest';

import { puts } from '../support/shorthand.ts';

const DAY = 86_400_000;
const MEMORY = { halfLife: '90d' };

async function seeded(): Promise<ConceptGraph> {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS.filesystem, { now: 0 });
  return graph;
}

/** When what the seeds know has faded, and when it has not. */
const [FADED, FRESH] = [Date.UTC(2029, 0), Date.UTC(2026, 0, 2)];

/** The record of an action at some time, after which people have renewed all knowledge. */
async function recordedAt(time: number, keeps: boolean) {
  const graph = await seeded();
  const audit = memoryAudit();
  let recalled = countersIn(undefined);
  const policy = Grounded({
    graph: withMemory(
      recalling(graph, () => recalled),
      MEMORY,
    ),
    concepts: ['delete', 'file'],
  });
  await new PolicyEngine(policy, { audit, clock: fakeClock(time) }).evaluate({ kind: 'tool', tool: 'rm' });
  const record = audit.records.find((each): each is EvaluationRecord => each.type === 'evaluation')!;
  for (const name of (await graph.snapshot()).names) await renewConcept(graph, name, { now: FADED + DAY, by: 'ada' });
  const prove = async (): Promise<Proven> =>
    proveVerdicts(record, {
      policy: {
        built: { policy, settings: { default: 'pass' } },
        ...(keeps && { recall: evidence => void (recalled = countersIn(evidence)) }),
      },
      policyDigest: record.policyDigest,
      before: [],
      isWhole: true,
    });
  return { graph, record, prove };
}

describe('the counters that a record keeps', () => {
  it('prove a ruling about faded knowledge after people have renewed it', async () => {
    const { record, prove } = await recordedAt(FADED, true);

    expect(record.ruling).toBe('block');
    expect(JSON.stringify(record.evidence)).toContain('"remembered":{"');
    expect(await prove()).toEqual({ verdict: 'equal' });
  });

  it('are missed where nothing recalls them, and prove nothing of a graph that was taught something else', async () => {
    expect((await (await recordedAt(FADED, false)).prove()).verdict).toBe('not_reproducible');
    const { graph, record, prove } = await recordedAt(FRESH, true);
    expect([record.ruling, (await prove()).verdict]).toEqual(['pass', 'equal']);
    const file = (await graph.find({ name: 'file' }))!;
    await graph.write([{ type: 'put', primitive: { ...file, depths: file.depths.slice(0, 1) } }]);

    expect((await prove()).verdict).toBe('not_reproducible');
  });

  it('are those of the walk that can fade, and none for more concepts than a record should hold', async () => {
    const graph = withMemory(await seeded(), MEMORY);
    const { trace } = await ground(graph, ['delete', 'file'], { now: 1 });
    const kept = trace.counters!;

    expect(Object.keys(kept)).toContain('file');
    expect(Object.values(kept).every(numbers => numbers.length === 8)).toBe(true);
    expect((await ground(await seeded(), ['delete', 'file'], { now: 1 })).trace.counters).toBeUndefined();
    const wide = memoryGraph();
    const names = Array.from({ length: 65 }, (_, at) => `leaf${at}`);
    wide.write(puts([`root 012 ${names.map(name => `1:REQ>${name}@2`).join(' ')}`, ...names.map(name => `${name} 012`)]));
    expect((await ground(withMemory(wide, MEMORY), ['root'], { now: 1 })).trace.counters).toBeUndefined();
  });

  it('are read back by folded name, and not where two graphs say different things or numbers are missing', () => {
    const numbers = [5, 1, 2, 0, 3, 4, 0, 0];
    const of = (remembered: Json): Json => [{ guard: 'grounded', evidence: { graphVersion: '1', remembered } }];

    expect([...countersIn(of({ File: numbers }))]).toEqual([
      ['file', { confirmedAt: 5, successes: 1, failures: 2, levelsAt: [0, 3, 4, 0, 0] }],
    ]);
    expect(countersIn([of({ file: numbers }), of({ file: numbers })]).size).toBe(1);
    expect(countersIn([of({ file: numbers }), of({ file: [6, ...numbers.slice(1)] })]).size).toBe(0);
    for (const broken of [[1, 2], 'x', null, [...numbers.slice(1), 'x'], [...numbers, 9]] as Json[])
      expect(countersIn(of({ file: broken })).size).toBe(0);
    expect(countersIn(undefined).size).toBe(0);
  });
});
