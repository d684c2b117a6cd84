import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PolicyEngine, memoryAudit } from '@licet/core';
import type { Clock, Evaluation, Guard, MemoryAudit } from '@licet/core';
import type { EvaluationRecord } from '@licet/core/store';
import { proveVerdicts, replay } from '@licet/analysis';
import type { Proven } from '@licet/analysis';
import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { Grounded, memoryGraph, renewConcept, withMemory } from '@licet/epistemic';
import type { ConceptGraph } from '@licet/epistemic';
import { recordedEvents } from '../../../packages/analysis/src/simulation.ts';
import { describe, expect, it } from 'vitest';
import { project } from '../../support/cli.ts';
import { licetHere } from '../../support/licetHere.ts';
import { puts } from '../epistemic/support/shorthand.ts';

const DAY = 86_400_000;
const CONCEPTS = ['act', 'thing'];

/** A graph with memory that fades from day 10 on, a policy over it, and what was decided on some days. */
async function decidedOn(...days: readonly number[]): Promise<{ graph: ConceptGraph; policy: Guard; audit: MemoryAudit }> {
  const graph = withMemory(memoryGraph(), { halfLife: '10d' });
  await graph.write(puts(['act 0123 2:A>thing@2', 'thing 012']));
  const policy = Grounded({ graph, concepts: CONCEPTS });
  const audit = memoryAudit();
  for (const day of days) await decide(policy, audit, day);
  return { graph, policy, audit };
}

async function decide(policy: Guard, audit: MemoryAudit, day: number): Promise<Evaluation> {
  const clock: Clock = { now: () => day * DAY, elapsed: () => 0, after: () => () => undefined };
  return new PolicyEngine(policy, { audit, clock }).evaluate({ kind: 'tool', tool: 'Act', sessionId: 's', callId: `${day}` });
}

const evaluations = ({ records }: MemoryAudit): readonly EvaluationRecord[] =>
  records.flatMap(record => (record.type === 'evaluation' ? [record] : []));

const prove = async (record: EvaluationRecord, policy: Guard): Promise<Proven> =>
  proveVerdicts(record, { policy: { built: { policy, settings: {} } }, before: [], isWhole: true });

describe('a record that rests on a graph with memory', () => {
  it('is proven at its own time: fresh then and faded now, or faded then', async () => {
    const { policy, audit } = await decidedOn(1, 500);
    const [fresh, faded] = evaluations(audit);

    expect([fresh!.ruling, faded!.ruling]).toEqual(['pass', 'block']);
    expect(await prove(fresh!, policy)).toEqual({ verdict: 'equal' });
    expect(await prove(faded!, policy)).toEqual({ verdict: 'equal' });
  });

  it('differs with a forged time, in both directions', async () => {
    const { policy, audit } = await decidedOn(1, 500);
    const [fresh, faded] = evaluations(audit);

    expect(await prove({ ...fresh!, at: 500 * DAY }, policy)).toEqual({
      verdict: 'differs',
      where: 'node at the root: recorded `p`, now `b`',
    });
    expect((await prove({ ...faded!, at: DAY }, policy)).verdict).toBe('differs');
  });

  it('is not reproducible, rather than wrong, once a person has renewed what had faded', async () => {
    const { graph, policy, audit } = await decidedOn(1, 500);
    for (const name of CONCEPTS) await renewConcept(graph, name, { now: 501 * DAY, by: 'ada' });
    const [fresh, faded] = evaluations(audit);

    expect(await prove(fresh!, policy)).toEqual({ verdict: 'equal' });
    expect(await prove(faded!, policy)).toEqual({
      verdict: 'not_reproducible',
      gone: 'the knowledge graph as it was: it had version `1`, and has version `3` now',
    });
  });

  it('is not reproducible where the record does not say what was asked', async () => {
    const { policy, audit } = await decidedOn(500);
    const { evidence: _, ...bare } = evaluations(audit)[0]!;

    expect(await prove({ ...bare, at: DAY }, policy)).toEqual({
      verdict: 'not_reproducible',
      gone: 'the knowledge graph as it was: it had not been asked, and has version `1` now',
    });
  });

  it('is replayed at its own time, also from a graph that may only be read', async () => {
    const { graph, audit } = await decidedOn(1, 5, 500);
    const refuse = (): never => {
      throw new Error('this graph may only be read');
    };
    const policy = Grounded({ graph: { ...graph, write: refuse }, concepts: CONCEPTS });
    const replaying = replay({ newer: { built: { policy, settings: {} } } });
    for (const record of evaluations(audit)) {
      for (const event of recordedEvents(record)) await replaying.take(event);
      await replaying.take({ type: 'outcome', at: record.at, sessionId: 's', callId: record.callId!, status: 'ok' });
    }

    expect(replaying.report()).toMatchObject({ calls: 3, before: { pass: 2, block: 1 }, after: { pass: 2, block: 1 } });
  });
});

describe('licet replay', () => {
  it('counts no use in the graph of the policy', async () => {
    const root = project(
      'version: 1\ndefault: pass\ngraphs: { main: { store: sqlite, seeds: [filesystem], memory: { half_life: 90d } } }\npolicy: { grounded: { graph: main } }\n',
    );
    const [use, result] = [
      { type: 'assistant', message: { content: [{ type: 'tool_use', id: '1', name: 'Bash', input: { command: 'cat notes' } }] } },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: '1', content: 'text' }] } },
    ].map(event =>
      JSON.stringify({ ...event, sessionId: 'a', cwd: root, timestamp: new Date(Date.now() + 2 * DAY).toISOString() }),
    );
    writeFileSync(join(root, 'log.jsonl'), `${use}\n${result}\n`);
    const version = (): string => {
      const graph = sqliteGraph(join(root, '.licet/concepts.db'), { readOnly: true });
      try {
        return graph.snapshot([]).version;
      } finally {
        graph.close();
      }
    };
    await licetHere(root, ['concepts', 'check', 'read', 'file']);
    const before = version();

    expect((await licetHere(root, ['replay', 'claude', 'log.jsonl'])).stdout).toContain('1 call of 1 session');
    expect(version()).toBe(before);
  });
});
