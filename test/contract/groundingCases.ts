import type { SeedName } from '@licet/epistemic';
import { exportGraph, ground, importGraph, SEEDS } from '@licet/epistemic';
import { graphJson } from '@licet/epistemic/exchange';
import { describe, expect, it } from 'vitest';
import { gapsOf } from '../unit/epistemic/support/compact.ts';
import { puts } from '../unit/epistemic/support/shorthand.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';
import { casesFor } from '../unit/epistemic/support/stores.ts';
import { goldenLines } from '../support/goldenLines.ts';

interface GroundingCase {
  readonly id: string;
  readonly note: string;
  readonly graph: readonly string[];
  readonly query: readonly string[];
  readonly minDepth?: 'D0';
  readonly gaps: readonly string[];
  readonly grounded?: boolean;
  readonly pathway?: readonly string[];
  readonly primitives?: readonly string[];
  readonly conceptIds?: readonly string[];
  readonly resolved?: readonly string[];
}

interface SeedCase {
  readonly note: string;
  readonly seed: SeedName;
  readonly query: readonly string[];
  readonly minDepth?: 'D0';
  readonly edge: readonly string[];
  readonly component: readonly string[];
  readonly resolved?: readonly string[];
}

/** The reference's grounding cases, in the reference's mode. */
export function describeGroundingCases(store: Store): void {
  describe(`ground, reference mode, ${store.name}`, () => {
    it.each(casesFor(store, goldenLines('epistemic/grounding.jsonl') as readonly GroundingCase[]))('$id: $note', async wanted => {
      await using open = await store.open();
      await open.graph.write(puts(wanted.graph));

      const result = await ground(open.graph, wanted.query, {
        reachability: 'component',
        inflections: false,
        minDepth: wanted.minDepth,
      });

      expect(gapsOf(result)).toEqual(wanted.gaps);
      expect(result.grounded).toBe(wanted.grounded ?? wanted.gaps.length === 0);
      if (wanted.pathway !== undefined) {
        expect(result.trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}`)).toEqual(wanted.pathway);
      }
      if (wanted.primitives !== undefined) expect(result.trace.primitives.map(each => each.name)).toEqual(wanted.primitives);
      if (wanted.conceptIds !== undefined) expect(result.trace.conceptIds).toEqual(wanted.conceptIds);
      if (wanted.resolved !== undefined) expect(result.resolved).toEqual(wanted.resolved);
    });
  });
}

/** Queries over the seed graphs, in both modes of reachability. */
export function describeSeedCases(store: Store): void {
  describe(`SEEDS in ${store.name}`, () => {
    it.each(casesFor(store, goldenLines('epistemic/seeds.jsonl') as readonly SeedCase[]))(
      '$query on $seed: $note',
      async wanted => {
        await using open = await store.open();
        await importGraph(open.graph, SEEDS[wanted.seed], { now: 0 });

        for (const reachability of ['edge', 'component'] as const) {
          const result = await ground(open.graph, wanted.query, { reachability, minDepth: wanted.minDepth });
          expect(gapsOf(result), reachability).toEqual(wanted[reachability]);
          if (wanted.resolved !== undefined) expect(result.resolved).toEqual(wanted.resolved);
        }
      },
    );

    it.each(['filesystem', 'gaps'] as const)('loads %s twice to the same graph', async seed => {
      await using open = await store.open();
      await importGraph(open.graph, SEEDS[seed], { now: 1 });
      const once = graphJson(await exportGraph(open.graph));
      await importGraph(open.graph, SEEDS[seed], { now: 2 });

      expect(graphJson(await exportGraph(open.graph))).toBe(once);
    });
  });
}
