import { askKnowledge, recallKnowledge } from '@licet/epistemic';
import type { ConceptGraph } from '@licet/epistemic';
import { answerText } from '@licet/epistemic/render';

const ADVICE = 'Only the user can teach more: ask the user to run `licet concepts learn`, or `renew` for what has faded.';

/** Tells a model what a graph of the policy knows of an intended action. */
export async function answerFrom(name: string, graph: ConceptGraph, action: string): Promise<string> {
  return `knowledge graph \`${name}\`: ${answerText(await askKnowledge(graph, action, { now: Date.now() }), ADVICE)}`;
}

/** Tells a model what a graph of the policy knows of a task that it plans; nothing where the task names no concept, or the graph cannot be read. */
export async function recallFrom(name: string, graph: ConceptGraph, task: string): Promise<string | undefined> {
  try {
    const answer = await recallKnowledge(graph, task, { now: Date.now() });
    return answer && `Licet, for this task: knowledge graph \`${name}\`: ${answerText(answer, ADVICE)}`;
  } catch {
    return undefined;
  }
}
