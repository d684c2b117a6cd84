import type { Terminal } from '@licet/core/command';
import { renewConcept } from '../index.ts';
import { contiguousDepth, depthLabel } from '../model/index.ts';
import { visible } from '../render/index.ts';
import type { StoreOption } from './options.ts';
import { conceptNamed } from './options.ts';
import type { ConceptProgram } from './program.ts';

/**
 * Confirms concepts in the name of the user. Refused in the shell of an agent: an agent that could renew knowledge could
 * act on what has faded. A name that is not there stops it before anything is renewed.
 */
export async function renewConcepts(
  concepts: readonly string[],
  options: StoreOption,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  program.requireHuman('licet concepts renew');
  return program.withGraph(options.store, async graph => {
    const names: string[] = [];
    for (const concept of concepts) names.push((await conceptNamed(graph, concept)).name);
    for (const name of names) {
      const primitive = await renewConcept(graph, name, { now: Date.now(), by: program.userName() });
      terminal.print(`${visible(name)} is known to ${depthLabel(contiguousDepth(primitive))} again`);
    }
    return 0;
  });
}
