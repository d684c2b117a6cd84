import { readFileSync } from 'node:fs';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { deriveConcepts, Grounded, importGraph, lintGraph, memoryGraph, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { describeSeedCases } from '../../../contract/groundingCases.ts';
import { STORES } from '../support/stores.ts';

for (const store of STORES) describeSeedCases(store);

describe('SEEDS', () => {
  it('has twenty-seven concepts known to D3 in filesystem, and one policy', () => {
    const { primitives } = SEEDS.filesystem;
    const policies = primitives.flatMap(each =>
      each.depths!.flatMap(depth => depth.relata ?? []).flatMap(edge => edge.policies ?? []),
    );

    expect(primitives).toHaveLength(27);
    expect(primitives.every(each => each.depths!.length === 4)).toBe(true);
    expect(policies.map(policy => policy.name)).toEqual(['BulkFileDeletePolicy']);
  });

  it('has ten concepts and no policy in gaps', () => {
    const policies = SEEDS.gaps.primitives
      .flatMap(each => each.depths!.flatMap(depth => depth.relata ?? []))
      .flatMap(edge => edge.policies ?? []);

    expect(SEEDS.gaps.primitives).toHaveLength(10);
    expect(policies).toEqual([]);
  });
});

describe('an ordinary day under the starter seed', () => {
  const effects = analyzeEffects({ root: '/p', home: '/h' });
  const everyday = readFileSync(new URL('../../../golden/epistemic/everyday.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const cases = everyday.map(line => JSON.parse(line) as { readonly command: string; readonly concepts: string });

  it.each(cases)('grounds `$command`', async ({ command, concepts }) => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });
    const action = { kind: 'bash', tool: 'Bash', payload: { command }, sessionId: 's', cwd: '/p' } as const;

    const evaluation = await new PolicyEngine(Grounded({ graph, seesEffects: true, minDepth: 'D3' }), { effects }).evaluate(
      action,
    );

    expect(deriveConcepts(await effects(action)).concepts.join(' ')).toBe(concepts);
    expect(evaluation).toMatchObject({ ruling: 'pass', gaps: [] });
  });

  it('has more than fifty-five commands, most of which need to be understood', () => {
    expect(cases.length).toBeGreaterThan(55);
    expect(cases.filter(each => each.concepts !== '').length).toBeGreaterThan(45);
  });

  it('leaves elevated rights and databases to be taught', async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });
    const engine = new PolicyEngine(Grounded({ graph, seesEffects: true }), { effects });
    const gapsOf = async (command: string): Promise<readonly string[]> =>
      (await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/p' })).gaps.map(gap => gap.concept);

    expect(await gapsOf('sudo rm a.txt')).toEqual(['elevate']);
    expect(await gapsOf("psql -c 'select 1'")).toEqual(['database']);
  });

  it('is a graph without lint findings', async () => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS.filesystem, { now: 0 });

    expect(lintGraph(graph.snapshot())).toEqual([]);
  });
});
