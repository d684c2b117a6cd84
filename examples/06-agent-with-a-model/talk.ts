// A conversation with the agent, as it speaks. Run: node --conditions=@licet/source examples/06-agent-with-a-model/talk.ts
import { escapeText } from '@licet/core';
import type { AskModel } from '@licet/epistemic/learning';
import type { ConceptGraph } from '@licet/epistemic';
import { SEEDS, ground, importGraph, memoryGraph } from '@licet/epistemic';
import { formatTree, gapText } from '@licet/epistemic/render';
import { learnAll, modelLearner } from '@licet/epistemic/learning';
import { createInterface } from 'node:readline/promises';

import type { Turn } from './agent.ts';
import { runAgent } from './agent.ts';
import type { Message, ModelServer } from './chat.ts';
import { chat } from './chat.ts';
import { findModel } from './findModel.ts';
import { MIN_DEPTH, govern } from './govern.ts';
import { createPlace } from './place.ts';
import { conceptsOf } from './teach.ts';

const place = createPlace();
const say = (line: string): void => console.log(line.replaceAll(place.root, '.'));
const model = await findModel(process.env);
const graph = memoryGraph();
await importGraph(graph, SEEDS.gaps, { now: 0 });

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const asks = async (question: string): Promise<string> => {
  say(question);
  const { done, value } = await lines.next();
  return done === true ? '' : value.trim();
};

/** What the person was asked about: once is enough. */
const asked = new Set<string>();

/** Puts the gaps of some concepts to the model, and every proposal of the model to the person. */
async function learn(knowledge: ConceptGraph, concepts: readonly string[], server: ModelServer): Promise<void> {
  const ask: AskModel = async (messages, { schema, signal }) =>
    (await chat(server, { messages, format: schema as object }, { signal })).content;
  const learner = modelLearner({
    ask,
    begin: async gap => (await asks(`  ${gapText(gap)}: let the model propose what is missing? [y/N]`)) === 'y',
    review: async ({ candidate }) => {
      say(`  ${escapeText(JSON.stringify(candidate), 400)}`);
      const answer = await asks('  [a]ccept, [s]kip, [r]eject, or say what is wrong with it');
      const decision = ({ a: 'accept', s: 'skip', r: 'reject', '': 'reject' } as const)[answer as 'a'];
      return decision === undefined ? { decision: 'modify', feedback: answer } : { decision };
    },
  });
  const { result } = await learnAll(knowledge, concepts, learner, { minDepth: MIN_DEPTH, now: Date.now() });
  say(formatTree(result));
}

/** Shows what was decided about a call; what the agent does not understand, it may be taught. */
async function after({ call, evaluation, told }: Turn): Promise<void> {
  say(`\n  ${escapeText(call.name, 40)} ${escapeText(JSON.stringify(call.arguments), 200)}`);
  say(`  ${evaluation.ruling}: ${escapeText(JSON.stringify(evaluation.passed ? told['ok'] : told['reason']) ?? '', 300)}`);
  const concepts = conceptsOf(evaluation);
  if (evaluation.gaps.length === 0 || asked.has(concepts.join())) return;
  asked.add(concepts.join());
  if (!(await ground(graph, concepts, { minDepth: MIN_DEPTH })).grounded) await learn(graph, concepts, model.server);
}

try {
  say(model.note);
  const hear = (part: string): void => void process.stdout.write(escapeText(part.replaceAll('\n', ' ')));
  const agent = { server: model.server, engine: govern(graph, place, model.server), place, maxTurns: 20, after, hear };
  let messages: readonly Message[] = [];
  for (let task = await asks('you:'); task !== ''; task = await asks('\nyou:')) messages = await runAgent(agent, task, messages);
} finally {
  await model.close();
  place.remove();
}
