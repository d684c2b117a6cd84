import type { RuntimeFacts } from '../capabilities.ts';
import { NO_EXIT_CODE, ONLY_CALLS, WRAPPED_TOOLS } from '../wrappedTools.ts';

/** The OpenAI Agents SDK, through copies of its function tools. */
export const openaiAgents: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'openai-agents',
  title: 'OpenAI Agents',
  capabilities: WRAPPED_TOOLS,
  gaps: Object.freeze({ reportsExitCode: NO_EXIT_CODE, ...ONLY_CALLS }),
});
