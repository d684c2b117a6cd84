import type { RuntimeFacts } from '../capabilities.ts';
import { ONLY_CALLS, factsOf } from '../capabilities.ts';

/** LangChain 1 and LangGraph, through a middleware around every call of a tool. */
export const langchain: RuntimeFacts = factsOf('langchain', 'LangChain 1', ONLY_CALLS);
