import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import type { ConceptGraph, GraphDocument, MemoryGraph } from '@licet/epistemic';
import { documentChanges, exportSnapshot, memoryGraph } from '@licet/epistemic';
import { sqliteGraph } from '@licet/epistemic/sqlite';

/** Puts documents into a graph in memory, in order: a later one may point at concepts of an earlier one. */
export function fillMemory(graph: MemoryGraph, documents: readonly GraphDocument[]): MemoryGraph {
  for (const document of documents) graph.write(documentChanges(graph.snapshot(), document, { now: Date.now() }));
  return graph;
}

/** Fills a graph that nothing was ever written to, in one write. Where another process was faster, its filling stands. */
export async function fillFresh(
  graph: ConceptGraph,
  documents: readonly GraphDocument[],
  writes: boolean,
): Promise<ConceptGraph> {
  const filled = fillMemory(memoryGraph(), documents);
  if (!writes) {
    await graph.close();
    return filled;
  }
  const fresh = await graph.snapshot();
  const changes = documentChanges(fresh, exportSnapshot(filled.snapshot()), { now: Date.now() });
  try {
    await graph.write(changes, { ifVersion: fresh.version });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'version_conflict') throw error;
  }
  return graph;
}

/**
 * Makes a filled file where there is none. It appears whole or not at all: a process that looks meanwhile sees no file,
 * and of several that fill at once the first one counts.
 */
export function fillFile(file: string, documents: readonly GraphDocument[]): void {
  const part = `${file}.${process.pid}.part`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    const graph = sqliteGraph(part, { driver: 'builtin' });
    try {
      graph.write(documentChanges(graph.snapshot(), merged(documents), { now: Date.now() }));
    } finally {
      graph.close();
    }
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${part}${ending}`, { force: true });
  }
}

const merged = (documents: readonly GraphDocument[]): GraphDocument =>
  exportSnapshot(fillMemory(memoryGraph(), documents).snapshot());
