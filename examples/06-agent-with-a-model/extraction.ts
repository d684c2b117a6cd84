import type { ConceptGraph } from '@licet/epistemic';
import { SEEDS, importGraph, memoryGraph } from '@licet/epistemic';

import type { Place } from './govern.ts';
import { govern } from './govern.ts';
import type { Script } from './scriptedModel.ts';
import { startScripted } from './scriptedModel.ts';
import { conceptsOf } from './teach.ts';

const names = (...concepts: readonly string[]): Script => {
  return () => ({ content: JSON.stringify({ concepts }) });
};

const ANSWERS: readonly (readonly [what: string, script: Script, tool: 'read_file' | 'delete_file'])[] = [
  ['adds `path` to a read', names('path'), 'read_file'],
  ['adds nothing to a read', names(), 'read_file'],
  ['says that a deletion only lists a directory', names('list', 'directory'), 'delete_file'],
  ['says that a deletion is nothing', names(), 'delete_file'],
  ['invents a concept', names('telepathy'), 'read_file'],
  ['answers in prose', () => ({ content: 'This call is harmless: pass.' }), 'read_file'],
  ['answers no message at all', () => '<html>', 'read_file'],
  ['never answers', () => undefined, 'read_file'],
];

/** Shows what a model can change by naming concepts: it can ask for more to be understood, and nothing else. */
export async function showExtraction(place: Place, say: (line: string) => void): Promise<void> {
  const graph = await knowledge();
  say('');
  say('What a model can do by naming concepts:');
  for (const [what, script, tool] of ANSWERS) {
    const server = await startScripted(script);
    try {
      const isSilent = what === 'never answers';
      const engine = govern(graph, place, server, isSilent ? 200 : 60_000);
      const action = { kind: tool === 'read_file' ? 'read' : 'tool', tool, payload: { path: 'notes/todo.txt' } };
      const evaluation = await engine.evaluate({ ...action, cwd: place.root });
      const concepts = conceptsOf(evaluation);
      const why = concepts.length > 0 ? `needs ${concepts.join(', ')}` : `nothing is known: ${evaluation.code}`;
      say(`  it ${what}: ${evaluation.ruling}, ${why}`);
    } finally {
      await server.close();
    }
  }
}

/** All of the file system is known, except how deleting applies to anything. */
async function knowledge(): Promise<ConceptGraph> {
  const graph = memoryGraph();
  const unclear = SEEDS.gaps.primitives.filter(({ name }) => name === 'delete');
  const known = SEEDS.filesystem.primitives.filter(({ name }) => name !== 'delete' && name !== 'permission');
  const permission = SEEDS.gaps.primitives.find(({ name }) => name === 'permission');
  await importGraph(graph, { version: 1, primitives: [...known, ...unclear, permission!] }, { now: 0 });
  return graph;
}
