import type { RuntimeFacts } from '../capabilities.ts';
import { ONLY_CALLS, factsOf } from '../capabilities.ts';

/** The OpenAI Agents SDK, through copies of its function tools. */
export const openaiAgents: RuntimeFacts = factsOf('openai-agents', 'OpenAI Agents', ONLY_CALLS);
