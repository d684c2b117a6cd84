import type { Terminal } from '@licet/core/command';
import { groundIn, renewConcept } from '../index.ts';
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
  options: StoreOption & { readonly all?: boolean },
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  program.requireHuman('licet concepts renew');
  return program.withGraph(options.store, async graph => {
    const named: string[] = [];
    for (const concept of concepts) named.push((await conceptNamed(graph, concept)).name);
    const snapshot = await graph.snapshot();
    const names = options.all === true ? groundIn(snapshot, named).trace.primitives.map(({ name }) => name) : named;
    for (const name of new Set(names)) {
      const primitive = await renewConcept(graph, name, { now: Date.now(), by: program.userName() });
      terminal.print(`${visible(name)} is known to ${depthLabel(contiguousDepth(primitive))} again`);
    }
    return 0;
  });
}
