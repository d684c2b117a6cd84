import { httpPolicyClient, opaPolicy } from '@ai-sdk/policy-opa';
import { PolicyEngine, ask, block, guard, pass } from '@licet/core';
import { createServer } from '@licet/server';
import { generateText, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const TOKEN = 'a-token-of-these-tests-0123456789abcdef';
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Says yes to `status`, no to `push`, and leaves the rest to humans. */
const policy = guard('git', ({ tool: name, payload }) => {
  if (name !== 'git') return block('there is only git', { fix: 'use git' });
  if (payload['verb'] === 'status') return pass();
  return payload['verb'] === 'push'
    ? block('pushes are for people', { fix: 'ask for one' })
    : ask('does this have to be?', { fix: 'say why' });
});

async function served(): Promise<string> {
  const engine = new PolicyEngine(policy, { default: 'block' });
  const server = createServer({
    open: () => ({ engine, settings: {}, sources: [] }),
    tokens: [{ token: TOKEN, may: ['decide'] }],
  });
  onTestFinished(() => server.close());
  return server.listen();
}

/** What becomes of a call of `git` under the policy of a server: whether it ran, and what the SDK says of it. */
async function called(verb: string, url: string, path = 'agent/call/decision') {
  let ran = false;
  const git = tool({
    description: 'runs git',
    inputSchema: z.object({ verb: z.string() }),
    execute: async () => ((ran = true), 'done'),
  });
  const client = httpPolicyClient({ url, headers: { authorization: `Bearer ${TOKEN}` } });
  const { content } = await generateText({
    model: new MockLanguageModelV4({
      doGenerate: [
        {
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'git', input: JSON.stringify({ verb }) }],
          finishReason: { unified: 'tool-calls', raw: undefined },
          usage,
          warnings: [],
        },
      ],
    }),
    prompt: 'go',
    tools: { git },
    toolApproval: opaPolicy({ client, path }) as never,
  });
  return { ran, said: JSON.stringify(content) };
}

it.each([
  ['status', true, /"type":"tool-result"/u],
  ['push', false, /pushes are for people/u],
  ['rebase', false, /"type":"tool-approval-request"/u],
])('the OPA client of the AI SDK hears from our server what becomes of `git %s`', async (verb, ran, words) => {
  expect(await called(verb, await served())).toEqual({ ran, said: expect.stringMatching(words) });
});

it('the OPA client of the AI SDK runs nothing where no server answers', async () => {
  expect(await called('status', 'http://127.0.0.1:1')).toMatchObject({ ran: false });
});
