import type { RuntimeFacts } from '../capabilities.ts';
import { NO_EXIT_CODE, NO_PLACE_BESIDE, ONLY_CALLS, WRAPPED_TOOLS } from '../wrappedTools.ts';

/** Mastra, through the hooks of an agent around its tools. */
export const mastra: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'mastra',
  title: 'Mastra 1',
  capabilities: Object.freeze({ ...WRAPPED_TOOLS, canAsk: false, canRewriteOutput: false, canInjectContext: false }),
  gaps: Object.freeze({
    canAsk: 'what asks for approval is not told which call it is about, so no yes can be bound to one',
    canRewriteOutput: 'the hook after a call only watches',
    canInjectContext: NO_PLACE_BESIDE,
    reportsExitCode: NO_EXIT_CODE,
    ...ONLY_CALLS,
  }),
});
