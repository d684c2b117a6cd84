import { licetMiddleware } from '@licet/adapters/langchain';
import { PolicyEngine, ask, guard } from '@licet/core';
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';
import { expect, it } from 'vitest';

it('LangChain without a checkpointer runs nothing that asks, and tells the model why', async () => {
  const ran: string[] = [];
  const model = fakeModel()
    .respondWithTools([{ name: 'send', args: { to: 'ann' }, id: '1' }])
    .respond(new AIMessage('done'));
  const send = tool(async ({ to }: { to: string }) => (ran.push(to), 'sent'), {
    name: 'send',
    description: 'sends a mail',
    schema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  });
  const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
  const agent = createAgent({ model, tools: [send], middleware: [licetMiddleware(engine)] });

  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] });

  expect(ran).toEqual([]);
  expect(messages.map(message => message.text).find(text => text.startsWith('licet'))).toContain(
    "it needs a human's yes, and there is no way to give one here",
  );
});
