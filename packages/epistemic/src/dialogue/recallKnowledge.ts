import type { ConceptGraph } from '../graph/conceptGraph.ts';
import type { AskOptions, KnowledgeAnswer } from './askKnowledge.ts';
import { answerAbout } from './askKnowledge.ts';
import { conceptsIn } from './conceptsIn.ts';

/** A task may be a long text. Its beginning says what it is about. */
const [MOST_UNITS, MOST_CONCEPTS] = [2_000, 12];

/**
 * Tells what a graph knows of a task, for an agent that plans it. Only words that name a concept count: most words of a task are no
 * concepts, and that is no gap. Concepts need not be connected, because a task is not one action. Undefined where the task names
 * no concept.
 *
 * @example
 * ```ts
 * import { SEEDS, importGraph, memoryGraph, recallKnowledge } from '@licet/epistemic';
 *
 * const graph = memoryGraph();
 * await importGraph(graph, SEEDS.filesystem, { now: 0 });
 * const answer = await recallKnowledge(graph, 'Please tidy up the shop: delete old files.', { now: 0 });
 * answer?.concepts; // => ['delete', 'file']
 * await recallKnowledge(graph, 'Say hello.', { now: 0 }); // => undefined
 * ```
 */
export async function recallKnowledge(
  graph: ConceptGraph,
  task: string,
  options: AskOptions,
): Promise<KnowledgeAnswer | undefined> {
  const text = task.slice(0, MOST_UNITS).toWellFormed();
  const lexicon = await graph.snapshot([text]);
  const concepts = conceptsIn(lexicon, text, 'known').slice(0, MOST_CONCEPTS);
  if (concepts.length === 0) return undefined;
  const answer = await answerAbout(graph, task, concepts, { ...options, reachability: 'component' });
  const missing = answer.missing.filter(({ gap }) => gap.kind !== 'REACHABILITY');
  return { ...answer, missing, grounded: missing.length === 0 };
}
