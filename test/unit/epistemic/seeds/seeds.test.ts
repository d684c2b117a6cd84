import type { Evaluation } from '@licet/core';
import { All, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import type { SeedName } from '@licet/epistemic';
import {
  deriveConcepts,
  EdgePolicies,
  exportGraph,
  Grounded,
  importGraph,
  lintGraph,
  memoryGraph,
  SEEDS,
} from '@licet/epistemic';
import { graphJson } from '@licet/epistemic/exchange';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeSeedCases } from '../../../contract/groundingCases.ts';
import { STORES } from '../support/stores.ts';
import { goldenLines } from '../../../support/goldenLines.ts';

for (const store of STORES) describeSeedCases(store);

describe('SEEDS', () => {
  it('has twenty-eight concepts known to D3 in filesystem, and one policy', () => {
    const { primitives } = SEEDS.filesystem;
    const policies = primitives.flatMap(each =>
      each.depths!.flatMap(depth => depth.relata ?? []).flatMap(edge => edge.policies ?? []),
    );

    expect(primitives).toHaveLength(28);
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
  const cases = goldenLines('epistemic/everyday.jsonl') as readonly { readonly command: string; readonly concepts: string }[];

  const graph = memoryGraph();
  beforeAll(async () => void (await importGraph(graph, SEEDS.filesystem, { now: 0 })));

  it.each(cases)('grounds `$command`', async ({ command, concepts }) => {
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

  it('leaves elevated rights, databases and containers to be taught', async () => {
    const engine = new PolicyEngine(Grounded({ graph, seesEffects: true }), { effects });
    const gapsOf = async (command: string): Promise<readonly string[]> =>
      (await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/p' })).gaps.map(gap => gap.concept);

    expect(await gapsOf('sudo rm a.txt')).toEqual(['elevate']);
    expect(await gapsOf("psql -c 'select 1'")).toEqual(['database']);
    expect(await gapsOf('docker compose up -d')).toEqual(['container']);
  });

  it.each(goldenLines('epistemic/notUnderstood.jsonl') as readonly { readonly command: string }[])(
    'asks about `$command`, which the starter seed does not understand',
    async ({ command }) => {
      const engine = new PolicyEngine(Grounded({ graph, seesEffects: true, onUngrounded: 'ask' }), { effects });

      expect((await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/p' })).ruling).toBe('ask');
    },
  );

  it('is a graph without lint findings', () => {
    expect(lintGraph(graph.snapshot())).toEqual([]);
  });
});

describe('the seeds of a domain', () => {
  const effects = analyzeEffects({ root: '/p', home: '/h' });
  const DOMAINS = ['network', 'database', 'cloud', 'containers'] as const;
  const decide = async (seeds: readonly SeedName[], command: string): Promise<Evaluation> => {
    const graph = memoryGraph();
    for (const seed of seeds) await importGraph(graph, SEEDS[seed], { now: 0 });
    const policy = All(Grounded({ graph, seesEffects: true }), EdgePolicies({ graph, seesEffects: true }));
    return new PolicyEngine(policy, { effects }).evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/p' });
  };

  it.each([
    ['network', 'ssh host ls', 'pass'],
    ['network', 'npm publish', 'pass'],
    ['network', 'ansible-playbook site.yml', 'pass'],
    ['database', "psql -c 'select 1'", 'pass'],
    ['database', "psql -c 'insert into users values (1)'", 'pass'],
    ['database', "psql -c 'drop table users'", 'ask'],
    ['cloud', 'aws ec2 run-instances --image-id ami-1', 'pass'],
    ['cloud', 'terraform destroy', 'ask'],
    ['cloud', 'kubectl delete pod web', 'ask'],
    ['containers', 'docker exec web ls', 'pass'],
    ['containers', 'docker rm -f web', 'pass'],
    ['containers', 'docker volume rm data', 'ask'],
  ] as const)('%s decides about `%s`: %s', async (seed, command, ruling) => {
    expect((await decide(['filesystem', seed], command)).ruling).toBe(ruling);
    if (command !== 'aws ec2 run-instances --image-id ami-1')
      expect((await decide(['filesystem'], command)).ruling).toBe('block');
  });

  it.each(DOMAINS)('%s is complete in itself, known to D3, without lint findings', async seed => {
    const graph = memoryGraph();
    await importGraph(graph, SEEDS[seed], { now: 0 });

    expect(lintGraph(graph.snapshot())).toEqual([]);
    expect(SEEDS[seed].primitives.every(each => each.depths!.length === 4)).toBe(true);
  });

  it('add to one another in any order, and contradict nothing', async () => {
    const orders = [
      ['filesystem', ...DOMAINS],
      [...DOMAINS].reverse().concat('filesystem' as never),
    ] as readonly (readonly SeedName[])[];
    const texts: string[] = [];
    for (const order of orders) {
      const graph = memoryGraph();
      for (const seed of order) expect((await importGraph(graph, SEEDS[seed], { now: 0 })).lost).toEqual([]);
      texts.push(graphJson(await exportGraph(graph)));
    }

    expect(texts[1]).toBe(texts[0]);
  });
});
