import type { ConceptGraph } from '@licet/epistemic';
import { proposeConcept } from '@licet/epistemic/learning';
import type { ConceptSuggestion } from '@licet/epistemic/learning';

/** What became of a suggestion, in words for a model. */
export interface Suggested {
  readonly isKept: boolean;
  readonly text: string;
}

/** Keeps a concept that an agent suggests in a graph of the policy, until a person decides. */
export async function proposeTo(name: string, graph: ConceptGraph, suggestion: ConceptSuggestion): Promise<Suggested> {
  const answer = await proposeConcept(graph, suggestion, { now: Date.now(), by: 'an agent over MCP' });
  if (!answer.isKept)
    return { isKept: false, text: `licet: the concept was not kept: ${answer.why}. Ask the user if you need it.` };
  const person = 'The user decides with `licet concepts pending`: tell them.';
  return {
    isKept: true,
    text: `licet: the concept waits for a person in the graph \`${name}\`. ${person} Until then nothing is known of it.`,
  };
}
