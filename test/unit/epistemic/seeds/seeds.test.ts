import { readFileSync } from 'node:fs';
import type { SeedName } from '@licet/epistemic';
import { exportGraph, graphJson, ground, importGraph, SEEDS } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { gapsOf } from '../support/compact.ts';
import { STORES } from '../support/stores.ts';

interface Case {
  readonly note: string;
  readonly seed: SeedName;
  readonly query: readonly string[];
  readonly minDepth?: 'D0';
  readonly edge: readonly string[];
  readonly component: readonly string[];
  readonly resolved?: readonly string[];
}

const lines = readFileSync(new URL('../../../golden/epistemic/seeds.jsonl', import.meta.url), 'utf8');
const cases = lines
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Case);

for (const store of STORES) {
  describe(`SEEDS in ${store.name}`, () => {
    it.each(cases)('$query on $seed: $note', async wanted => {
      await using open = await store.open();
      await importGraph(open.graph, SEEDS[wanted.seed], { now: 0 });

      for (const reachability of ['edge', 'component'] as const) {
        const result = await ground(open.graph, wanted.query, { reachability, minDepth: wanted.minDepth });
        expect(gapsOf(result), reachability).toEqual(wanted[reachability]);
        if (wanted.resolved !== undefined) expect(result.resolved).toEqual(wanted.resolved);
      }
    });

    it.each(['filesystem', 'gaps'] as const)('loads %s twice to the same graph', async seed => {
      await using open = await store.open();
      await importGraph(open.graph, SEEDS[seed], { now: 1 });
      const once = graphJson(await exportGraph(open.graph));
      await importGraph(open.graph, SEEDS[seed], { now: 2 });

      expect(graphJson(await exportGraph(open.graph))).toBe(once);
    });
  });
}

describe('SEEDS', () => {
  it('has fifteen concepts known to D3 in filesystem, and one policy', () => {
    const { primitives } = SEEDS.filesystem;
    const policies = primitives.flatMap(each =>
      each.depths!.flatMap(depth => depth.relata ?? []).flatMap(edge => edge.policies ?? []),
    );

    expect(primitives).toHaveLength(15);
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
