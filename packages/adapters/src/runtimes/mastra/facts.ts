import type { RuntimeFacts } from '../capabilities.ts';
import { NO_PLACE_BESIDE, ONLY_CALLS, factsOf } from '../capabilities.ts';

/** Mastra, through the hooks of an agent around its tools. */
export const mastra: RuntimeFacts = factsOf('mastra', 'Mastra 1', {
  canAsk: 'what asks for approval is not told which call it is about, so no yes can be bound to one',
  canRewriteOutput: 'the hook after a call only watches',
  canInjectContext: NO_PLACE_BESIDE,
  ...ONLY_CALLS,
});
