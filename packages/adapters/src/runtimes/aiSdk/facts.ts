import type { RuntimeFacts } from '../capabilities.ts';
import { NO_PLACE_BESIDE, ONLY_CALLS, factsOf } from '../capabilities.ts';

/** The AI SDK from version 7 on, through its own approvals: the tools stay as they are. */
export const aiSdk: RuntimeFacts = factsOf('ai-sdk', 'AI SDK 7, `licet`', {
  canRewriteArgs: 'arguments are refined before they are approved; `licetTools` can',
  canRewriteOutput: 'results are only watched; `licetTools` can',
  canInjectContext: NO_PLACE_BESIDE,
  ...ONLY_CALLS,
});

/** The AI SDK, versions 5 to 7, with wrapped tools. Version 5 has no approvals: there a question is a stop. */
export const aiSdkTools: RuntimeFacts = factsOf('ai-sdk-tools', 'AI SDK 5 to 7, `licetTools`', {
  canInjectContext: NO_PLACE_BESIDE,
  ...ONLY_CALLS,
});
