// An agent of the AI SDK under a policy: one spread for the agent. Run: node --conditions=@licet/source 07-ai-sdk.ts
import { licet } from '@licet/adapters/ai-sdk';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { BashSafety } from '@licet/guards';
import { ToolLoopAgent, jsonSchema, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

const engine = new PolicyEngine(BashSafety(), { effects: analyzeEffects({ root: process.cwd() }) });

// A model that wants two things and then is done. Yours comes from a provider.
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const wants = (id: string, command: string) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: 'bash',
  input: JSON.stringify({ command }),
});
const model = new MockLanguageModelV4({
  doGenerate: [
    {
      content: [wants('1', 'ls src'), wants('2', 'rm -rf ~')],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    },
    { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] },
  ],
});

const bash = tool({
  inputSchema: jsonSchema<{ command: string }>({ type: 'object', properties: { command: { type: 'string' } } }),
  execute: async ({ command }) => {
    console.log(`ran ${command}`); // => ran ls src
    return 'index.ts';
  },
});
const agent = new ToolLoopAgent({ model, tools: { bash }, ...licet(engine, { sessionId: 'demo', kinds: { bash: 'bash' } }) });
await agent.generate({ prompt: 'tidy up' });

const heard = model.doGenerateCalls.at(-1)?.prompt.filter(({ role }) => role === 'tool') ?? [];
console.log(JSON.stringify(heard).includes('execution-denied')); // => true
