import type { Capabilities, RuntimeFacts } from '../capabilities.ts';
import { NO_EXIT_CODE, NO_PLACE_BESIDE, ONLY_CALLS, WRAPPED_TOOLS } from '../wrappedTools.ts';

const wrapped: Capabilities = Object.freeze({ ...WRAPPED_TOOLS, canInjectContext: false });

/** The AI SDK from version 7 on, through its own approvals: the tools stay as they are. */
export const aiSdk: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'ai-sdk',
  title: 'AI SDK 7, `licet`',
  capabilities: Object.freeze({ ...wrapped, canRewriteArgs: false, canRewriteOutput: false }),
  gaps: Object.freeze({
    canRewriteArgs: 'arguments are refined before they are approved; `licetTools` can',
    canRewriteOutput: 'results are only watched; `licetTools` can',
    canInjectContext: NO_PLACE_BESIDE,
    reportsExitCode: NO_EXIT_CODE,
    ...ONLY_CALLS,
  }),
});

/** The AI SDK, versions 5 to 7, with wrapped tools. Version 5 has no approvals: there a question is a stop. */
export const aiSdkTools: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'ai-sdk-tools',
  title: 'AI SDK 5 to 7, `licetTools`',
  capabilities: wrapped,
  gaps: Object.freeze({ canInjectContext: NO_PLACE_BESIDE, reportsExitCode: NO_EXIT_CODE, ...ONLY_CALLS }),
});
