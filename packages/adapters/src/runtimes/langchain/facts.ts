import type { RuntimeFacts } from '../capabilities.ts';
import { NO_EXIT_CODE, ONLY_CALLS, WRAPPED_TOOLS } from '../wrappedTools.ts';

/** LangChain 1 and LangGraph, through a middleware around every call of a tool. */
export const langchain: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'langchain',
  title: 'LangChain 1',
  capabilities: WRAPPED_TOOLS,
  gaps: Object.freeze({ reportsExitCode: NO_EXIT_CODE, ...ONLY_CALLS }),
});
