import { inProcessRuntimes } from '@licet/adapters/runtimes';
import type { RuntimeFacts } from '@licet/adapters/runtimes';

import { ERRORS_STAY, WHOLE_CALLS } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import type { Row } from './row.ts';

const inside = async (name: string): Promise<RuntimeFacts> => (await inProcessRuntimes[name]?.()) ?? missing(name);

function missing(name: string): never {
  throw new Error(`there is no runtime \`${name}\``);
}

const HAS_OUTCOMES = { losesOutcomes: 'the adapter runs the tool itself, and always has its outcome' };
const HEARS_ENDS = { losesOutcomes: 'the gateway hears the end of every call that it has passed on' };
const NO_MODEL = { streams: 'there is no model in it that could stream' };

const aiSdkTools = await inside('ai-sdk-tools');

/** The runtimes that have hooks, and a function on its own: they need no SDK. */
export const ownRows: readonly Row[] = [
  ...hosts.map(({ runtime, lacks }) => ({ title: runtime.title, facts: runtime, lacks })),
  {
    title: '`guarded`',
    facts: await inside('function'),
    lacks: {
      ...HAS_OUTCOMES,
      ...NO_MODEL,
      redactsErrors: 'what a function throws is thrown on: the host decides what a model sees of it',
      tellsCancellation: 'it is told of no signal',
    },
  },
];

/** The runtimes whose SDKs stand in `test/runtimes`, and are played there with the fake models that they bring. */
export const sdkRows: readonly Row[] = [
  {
    title: 'Claude Agent SDK',
    facts: await inside('claude-agent-sdk'),
    lacks: {
      ...WHOLE_CALLS,
      redactsErrors: ERRORS_STAY,
      canRewriteArgs: 'which version answers is not told, so new arguments come with a question',
    },
  },
  {
    title: 'AI SDK 7, `licet`',
    facts: await inside('ai-sdk'),
    lacks: { tellsCancellation: 'its event after a tool has no signal: a call that was cancelled is one that failed' },
  },
  { title: 'AI SDK 7, `licetTools`', facts: aiSdkTools, lacks: HAS_OUTCOMES },
  { title: 'AI SDK 6, `licetTools`', facts: aiSdkTools, lacks: HAS_OUTCOMES },
  {
    title: 'AI SDK 5, `licetTools`',
    facts: aiSdkTools,
    lacks: { ...HAS_OUTCOMES, canAsk: 'this version has no approvals' },
  },
  { title: 'LangChain 1', facts: await inside('langchain'), lacks: HAS_OUTCOMES },
  { title: 'OpenAI Agents', facts: await inside('openai-agents'), lacks: HAS_OUTCOMES },
  { title: 'Mastra 1', facts: await inside('mastra') },
  { title: 'MCP, SDK 1', facts: await inside('mcp'), lacks: { ...HEARS_ENDS, ...NO_MODEL } },
  { title: 'MCP, SDK 2, 2025-11-25', facts: await inside('mcp'), lacks: { ...HEARS_ENDS, ...NO_MODEL } },
  { title: 'MCP, SDK 2, 2026-07-28', facts: await inside('mcp'), lacks: { ...HEARS_ENDS, ...NO_MODEL } },
];
