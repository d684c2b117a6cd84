import type { RuntimeFacts } from '../runtime.ts';

/** The OpenAI Agents SDK, through copies of its function tools. */
export const openaiAgents: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'openai-agents',
  title: 'OpenAI Agents',
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
