import { UsageError } from '@licet/core/command';

import { graphs, grounding } from '../linked.ts';
import { servedUser } from '../policy/licetHome.ts';
import type * as Graphs from './makeGraph.ts';
import type * as Grounding from './openGrounding.ts';

/** Loads what a policy that grounds is built with. Other policies never do. Throws in the service, which runs no code of projects. */
export async function loadGrounding(): Promise<typeof Grounding> {
  requireOwnProcess();
  return grounding();
}

/** Loads the graphs that are no file: in memory, on a server, or still to be filled. */
export async function loadGraphs(): Promise<typeof Graphs> {
  requireOwnProcess();
  return graphs();
}

/** A graph may name modules of the project: what the service loaded would have the rights of the service. */
function requireOwnProcess(): void {
  if (servedUser() !== undefined)
    throw new UsageError('the service runs no code of projects, and a knowledge graph may name some: take it out of the policy');
}
