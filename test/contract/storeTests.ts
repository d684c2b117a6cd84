import type { ConceptGraph } from '@licet/epistemic';
import { it } from 'vitest';
import { LONG_RUN, isLeftOut } from '../support/longRuns.ts';
import type { Store } from '../unit/epistemic/support/stores.ts';

/** A test of a suite that every store passes: it gets an empty graph. */
type StoreTest = (title: string, body: (graph: ConceptGraph) => Promise<void>) => void;

/** Makes the tests of one suite for a store; a slow store takes one in several. */
export function storeTests(store: Store): StoreTest {
  let index = 0;
  return (title, body) => {
    const leftOut = isLeftOut(index++, store.every ?? 1);
    it(title, async context => {
      if (leftOut) return context.skip(LONG_RUN);
      await using open = await store.open();
      await body(open.graph);
    });
  };
}
