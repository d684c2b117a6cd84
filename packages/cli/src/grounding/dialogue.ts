import type { ConceptGraph } from '@licet/epistemic';
import { askKnowledge, recallKnowledge } from '@licet/epistemic';
import type { ConceptSuggestion } from '@licet/epistemic/learning';
import { conceptsText, answerText } from '@licet/epistemic/render';

import { loadGraphs } from './loadGrounding.ts';
import type { Suggested } from './proposeTo.ts';

/** What a model is told of the graphs of a policy, and may suggest to them. Nothing of it teaches. */
export interface Dialogue {
  /** Names what the graphs know, for a model at the start of a session; undefined when the policy names no graph. */
  introduction(): Promise<string | undefined>;
  /** Tells a model what the graphs know of an intended action; undefined when the policy names no graph. */
  answer(action: string): Promise<string | undefined>;
  /** Tells a model what the graphs know of a task that it plans, below 1,500 characters; undefined where they know nothing of it. */
  recall(task: string): Promise<string | undefined>;
  /** Keeps a concept that an agent suggests, in the first graph of the policy, until a person decides. */
  propose(suggestion: ConceptSuggestion): Promise<Suggested>;
}

/** How long what is told of a task may be, in UTF-16 units. */
const MOST_RECALLED = 1_499;

/** The dialogue over graphs, by their names. */
export function dialogueOver(graphs: ReadonlyMap<string, ConceptGraph>): Dialogue {
  return {
    introduction: async () => joined(graphs, introduce, '\n'),
    answer: async action => joined(graphs, async (name, graph) => answerFrom(name, graph, action), '\n\n'),
    async recall(task) {
      const known = await joined(graphs, async (name, graph) => (await recallFrom(name, graph, task)) ?? '', '\n');
      return known?.trim().slice(0, MOST_RECALLED) || undefined;
    },
    async propose(suggestion) {
      const [first] = graphs;
      if (first === undefined) return { isKept: false, text: 'The policy has no knowledge graph.' };
      return (await loadGraphs()).proposeTo(...first, suggestion);
    },
  };
}

/** What is said of each graph, together; undefined without a graph. */
async function joined(
  graphs: ReadonlyMap<string, ConceptGraph>,
  say: (name: string, graph: ConceptGraph) => Promise<string>,
  between: string,
): Promise<string | undefined> {
  const parts: string[] = [];
  for (const [name, graph] of graphs) parts.push(await say(name, graph));
  return parts.length === 0 ? undefined : parts.join(between);
}

/** A graph that cannot be read is said to be so: every call that needs it is stopped. */
async function introduce(name: string, graph: ConceptGraph): Promise<string> {
  try {
    const known = conceptsText(await graph.snapshot());
    return `You may act on what the knowledge graph \`${name}\` knows: ${known === '' ? 'nothing yet' : known}. Only the user can teach it more.`;
  } catch {
    return `The knowledge graph \`${name}\` cannot be read, so calls that need it are stopped: tell the user to run \`licet doctor\`.`;
  }
}

const ADVICE = 'Only the user can teach more: ask the user to run `licet concepts learn`, or `renew` for what has faded.';

/** Tells a model what a graph of the policy knows of an intended action. */
export async function answerFrom(name: string, graph: ConceptGraph, action: string): Promise<string> {
  return `knowledge graph \`${name}\`: ${answerText(await askKnowledge(graph, action, { now: Date.now() }), ADVICE)}`;
}

/** Tells a model what a graph of the policy knows of a task that it plans; nothing where the task names no concept, or the graph cannot be read. */
async function recallFrom(name: string, graph: ConceptGraph, task: string): Promise<string | undefined> {
  try {
    const answer = await recallKnowledge(graph, task, { now: Date.now() });
    return answer && `Licet, for this task: knowledge graph \`${name}\`: ${answerText(answer, ADVICE)}`;
  } catch {
    return undefined;
  }
}
