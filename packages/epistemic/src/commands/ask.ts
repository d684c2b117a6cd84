import { EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { askKnowledge } from '../index.ts';
import { answerText } from '../render/index.ts';
import { depthOption } from './options.ts';
import type { ConceptProgram } from './program.ts';
import type { JsonOption } from './show.ts';

/** Answers a question about knowledge. Exit code 0 when nothing is missing, 2 otherwise. Nothing is taught. */
export async function askConcepts(
  question: string,
  options: JsonOption & { readonly minDepth?: string },
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const minDepth = options.minDepth === undefined ? undefined : depthOption('--min-depth', options.minDepth);
  return program.withGraph(options.store, async graph => {
    const answer = await askKnowledge(graph, question, { now: Date.now(), minDepth });
    terminal.print(options.json === true ? jsonText(answer, 2) : answerText(answer, ADVICE));
    return answer.grounded ? EXIT.pass : EXIT.block;
  });
}

const ADVICE = 'Only a person teaches, at a terminal: `licet concepts learn`, or `licet concepts renew` for what has faded.';
