import type { RuntimeFacts } from '../runtime.ts';

/** LangChain 1 and LangGraph, through a middleware around every call of a tool. */
export const langchain: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'langchain',
  title: 'LangChain 1',
  capabilities: Object.freeze({
    canAsk: true,
    canRewriteArgs: true,
    canRewriteOutput: true,
    canInjectContext: true,
    failClosed: true,
    hasCallId: true,
    reportsOutcome: true,
    reportsExitCode: false,
  }),
  gaps: Object.freeze({ reportsExitCode: 'a tool is a function: it returns what it likes' }),
});
