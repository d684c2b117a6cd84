import {
  All,
  GovernanceError,
  InvariantError,
  PolicyEngine,
  ask,
  block,
  escapeText,
  pass,
  skip,
  systemClock,
  warn,
} from '@licet/core';
import { attempt, chain, checkOptions, defineNode, evaluateChild, param, params } from '@licet/core/nodes';
import { LATE, timely } from '@licet/core/store';
import { canonicalJson, messageOf } from '@licet/core/text';

import { UsageError } from '@licet/core/command';
import { servedUser } from '../policy/licetHome.ts';
import type * as Graphs from './makeGraph.ts';
import type * as Grounding from './openGrounding.ts';

/** What grounding takes from the core. The build fails for a name that is missing here. */
export const CORE: Readonly<Record<string, unknown>> = {
  All,
  GovernanceError,
  InvariantError,
  LATE,
  PolicyEngine,
  UsageError,
  ask,
  attempt,
  block,
  canonicalJson,
  chain,
  checkOptions,
  defineNode,
  escapeText,
  evaluateChild,
  messageOf,
  param,
  params,
  pass,
  skip,
  systemClock,
  timely,
  warn,
};

/** Loads what a policy that grounds is built with. Other policies never do. Throws in the service, which runs no code of projects. */
export async function loadGrounding(): Promise<typeof Grounding> {
  requireOwnProcess();
  return linked(await import('./openGrounding.ts'));
}

/** Loads the graphs that are no file: in memory, on a server, or still to be filled. */
export async function loadGraphs(): Promise<typeof Graphs> {
  requireOwnProcess();
  return linked(await import('./makeGraph.ts'));
}

/** A graph may name modules of the project: what the service loaded would have the rights of the service. */
function requireOwnProcess(): void {
  if (servedUser() !== undefined)
    throw new UsageError('the service runs no code of projects, and a knowledge graph may name some: take it out of the policy');
}

/**
 * In the built program grounding lies in files without a core, and is handed the one of the file that loads it: guards of
 * the one are evaluated by the engine of the other, which works only when both know the same classes.
 */
function linked<Module extends object>(loaded: Module): Module {
  return 'link' in loaded ? (loaded as { link: (core: typeof CORE) => Module }).link(CORE) : loaded;
}
