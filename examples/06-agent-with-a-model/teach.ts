import type { Evaluation } from '@licet/core';
import type { ConceptGraph } from '@licet/epistemic';
import { learnAll } from '@licet/epistemic/learning';

import { MIN_DEPTH } from './govern.ts';
import { scriptedHuman } from './human.ts';

/** The concepts that a decision was about, as its evidence names them. */
export function conceptsOf({ verdicts }: Pick<Evaluation, 'verdicts'>): readonly string[] {
  const evidence = verdicts.find(({ guard }) => guard === 'grounded')?.evidence;
  return (evidence as { concepts?: readonly string[] } | undefined)?.concepts ?? [];
}

/** Puts every gap of some concepts to the human, and says what became of it. */
export async function teach(graph: ConceptGraph, concepts: readonly string[], say: (line: string) => void): Promise<void> {
  const before = (await graph.snapshot()).version;
  say(`  a human is asked about ${concepts.join(', ')}`);
  const human = scriptedHuman(line => say(`    ${line}`));
  const { result } = await learnAll(graph, concepts, human, { minDepth: MIN_DEPTH, now: Date.now() });
  const grew = result.version === before ? 'the graph stays as it is' : 'the graph has grown';
  say(`    ${grew}, ${result.grounded ? 'and the concepts are grounded' : 'and the concepts are not grounded'}`);
}
