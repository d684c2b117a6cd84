// An agent of OpenAI Agents under a policy: its tools are wrapped. Run: node --conditions=@licet/source 09-openai-agents.ts
import { licetTools } from '@licet/adapters/openai-agents';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';
import { Agent, Runner, tool } from '@openai/agents';
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing';

const engine = new PolicyEngine(Budget({ max: 2, per: 'session' }));

// A model that asks three times at once and then is done. Yours comes from a provider.
const model = new ScriptedModel([
  ['a', 'b', 'c'].map(word => functionCall('search', { word }, { callId: word })),
  [assistantMessage('done')],
]);

const search = tool({
  name: 'search',
  description: 'looks a word up',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
  strict: true,
  execute: async input => `found ${(input as { word: string }).word}`,
  // What a tool throws is seen by the model as one fixed sentence, unless this says otherwise.
  errorFunction: (_context, error) => String(error),
});
const agent = new Agent({ name: 'searcher', model, tools: licetTools(engine, [search], { sessionId: 'demo' }) });
await new Runner({ tracingDisabled: true }).run(agent, 'look these up');

const heard = JSON.stringify(model.calls.at(-1)?.request.input);
console.log(heard.includes('found a'), heard.includes('found b'), heard.includes('found c')); // => true true false
