import { readFileSync } from 'node:fs';
import { ground } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { gapsOf } from '../support/compact.ts';
import { puts } from '../support/shorthand.ts';
import { STORES } from '../support/stores.ts';

interface Case {
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

const lines = readFileSync(new URL('../../../golden/epistemic/grounding.jsonl', import.meta.url), 'utf8');
const cases = lines
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Case);

for (const store of STORES) {
  describe(`ground, reference mode, ${store.name}`, () => {
    it.each(cases)('$id: $note', async wanted => {
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
