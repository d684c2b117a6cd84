// A model with tools under a policy, over Ollama's API. Run: node --conditions=@licet/source examples/06-agent-with-a-model/main.ts
import { escapeText } from '@licet/core';
import { SEEDS, importGraph, memoryGraph } from '@licet/epistemic';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Turn } from './agent.ts';
import { runAgent } from './agent.ts';
import { showExtraction } from './extraction.ts';
import { findModel } from './findModel.ts';
import { govern } from './govern.ts';
import { createPlace } from './place.ts';
import { conceptsOf, teach } from './teach.ts';

const TASK = 'Read notes/todo.txt, write a summary of it to notes/summary.txt, and delete notes/draft.txt.';

const place = createPlace();
const say = (line: string): void => console.log(line.replaceAll(place.root, '.'));
const model = await findModel(process.env);
const graph = memoryGraph();
await importGraph(graph, SEEDS.gaps, { now: 0 });

const asked = new Set<string>();

/** Prints a turn. When knowledge was missing, a human is asked about it, once. */
async function after({ said, call, evaluation, told }: Turn): Promise<void> {
  say('');
  if (said !== '') say(`model: ${escapeText(said, 200)}`);
  say(`  ${escapeText(call.name, 40)} ${escapeText(JSON.stringify(call.arguments), 200)}`);
  if (evaluation.passed) return say(`  pass; told: ${escapeText(JSON.stringify(told), 200)}`);
  say(`  ${evaluation.ruling} by ${evaluation.guard}; told:`);
  for (const [name, value] of Object.entries(told)) say(`    ${name}: ${escapeText(JSON.stringify(value), 600)}`);
  const concepts = conceptsOf(evaluation);
  if (evaluation.gaps.length === 0 || asked.has(concepts.join())) return;
  asked.add(concepts.join());
  await teach(graph, concepts, say);
}

try {
  say(model.note);
  say(`task: ${TASK}`);
  const engine = govern(graph, place, model.server);
  const messages = await runAgent({ server: model.server, engine, place, maxTurns: 20, after }, TASK);
  say('');
  say(`model: ${escapeText(messages.at(-1)?.content ?? '', 400)}`);
  say(`files in notes: ${readdirSync(join(place.root, 'notes')).join(', ')}`);
  await showExtraction(place, say);
} finally {
  await model.close();
  place.remove();
}
