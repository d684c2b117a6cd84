// An agent of LangChain under a policy: one middleware. A question is an interrupt of the graph. Run: node --conditions=@licet/source 08-langchain.ts
import { licetMiddleware } from '@licet/adapters/langchain';
import { PolicyEngine, ask, block, guard, pass } from '@licet/core';
import { Command, MemorySaver } from '@langchain/langgraph';
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';

const policy = guard('mail', ({ tool: name, payload }) => {
  if (name !== 'send') return pass();
  return payload['to'] === 'everyone'
    ? block('a mail to everyone is no answer', { fix: 'write to the one who asked' })
    : ask('a mail reaches others', { fix: 'ask the user' });
});

// A model that writes two mails and then is done. Yours comes from a provider.
const model = fakeModel()
  .respondWithTools([{ name: 'send', args: { to: 'everyone' }, id: '1' }])
  .respondWithTools([{ name: 'send', args: { to: 'ann' }, id: '2' }])
  .respond(new AIMessage('done'));

const send = tool(
  async ({ to }: { to: string }) => {
    console.log(`sent to ${to}`);
    return 'sent';
  },
  {
    name: 'send',
    description: 'sends a mail',
    schema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  },
);
const agent = createAgent({
  model,
  tools: [send],
  middleware: [licetMiddleware(new PolicyEngine(policy))],
  checkpointer: new MemorySaver(),
});

const config = { configurable: { thread_id: 'demo' } };
const first = (await agent.invoke({ messages: [{ role: 'user', content: 'answer ann' }] }, config)) as {
  readonly __interrupt__?: readonly { readonly value: { readonly actionRequests: readonly { readonly name: string }[] } }[];
};
console.log(`asks about ${first.__interrupt__?.[0]?.value.actionRequests[0]?.name}`); // => asks about send
await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), config); // => sent to ann
const heard = model.calls.at(-1)?.messages.map(message => message.text) ?? [];
console.log(heard.find(text => text.includes('everyone'))); // => licet: a mail to everyone is no answer. What to do instead: write to the one who asked
