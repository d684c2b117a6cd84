// An agent of Mastra under a policy: the hooks around its tools. Run: node --conditions=@licet/source 10-mastra.ts
import { licetHooks } from '@licet/adapters/mastra';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { FileBoundary } from '@licet/guards';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

const effects = analyzeEffects({ root: '/project', files: false });
const engine = new PolicyEngine(FileBoundary({ allow: ['src/**'], deny: ['**/.env'], root: '/project' }), { effects });

// A model that reads two files and then is done. Yours comes from a provider.
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const wants = (path: string) => ({
  type: 'tool-call' as const,
  toolCallId: path,
  toolName: 'read_file',
  input: JSON.stringify({ path }),
});
const model = new MockLanguageModelV4({
  doGenerate: [
    {
      content: [wants('src/main.ts'), wants('.env')],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    },
    { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] },
  ],
});

const read = createTool({
  id: 'read_file',
  description: 'reads a file',
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => {
    console.log(`read ${path}`); // => read src/main.ts
    return 'text';
  },
});
const hooks = licetHooks(engine, { sessionId: 'demo', context: { cwd: '/project' } });
const agent = new Agent({
  id: 'reader',
  name: 'reader',
  instructions: 'read',
  model: model as never,
  tools: { read_file: read },
  hooks,
});
await agent.generate('read them', { maxSteps: 3 });
