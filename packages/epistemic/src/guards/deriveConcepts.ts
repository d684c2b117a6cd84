import type { Effect } from '@licet/core';
import { programConcepts } from './programConcepts.ts';
import type { ConceptPair } from './taskConcepts.ts';
import type { ConceptRule } from './programConcepts.ts';

/** The concepts that an action needs to be understood, and how sure that is. */
export interface DerivedConcepts {
  /** Each once, in the order of the effects. */
  readonly concepts: readonly string[];
  /** Those of them that are acts: each must apply to an object among the others. */
  readonly actions: readonly string[];
  /** False when something the action does cannot be seen, or no rule names it. */
  readonly complete: boolean;
  /** True when the effects are all seen and involve no concept: there is nothing to understand. */
  readonly inert?: boolean;
}

/**
 * Derives concepts from what an action does, not from what the agent says of it. The first rule that knows an effect
 * names its concepts; an effect that no rule knows, and one that could not be seen, make the result incomplete.
 */
export function deriveConcepts(effects: readonly Effect[], rules: readonly ConceptRule[] = DEFAULT_RULES): DerivedConcepts {
  const concepts = new Set<string>();
  const actions = new Set<string>();
  let complete = true;
  for (const effect of effects) {
    const pair =
      effect.kind === 'unknown' ? undefined : rules.map(rule => rule(effect, effects)).find(found => found !== undefined);
    if (pair === undefined) complete = false;
    for (const action of pair?.actions ?? []) actions.add(action);
    for (const concept of [...(pair?.actions ?? []), ...(pair?.objects ?? [])]) concepts.add(concept);
  }
  const inert = complete && effects.length > 0 && concepts.size === 0;
  return { concepts: [...concepts], actions: [...actions], complete, ...(inert && { inert }) };
}

const one = (action: string, ...objects: readonly string[]): ConceptPair => ({ actions: [action], objects });

/** Hardware by its path: what is written there is in no file. Streams, and memory that is used as files, are no hardware. */
const DEVICE = /^\/dev\/(?!(?:null|zero|full|u?random|std(?:in|out|err)|tty|fd\/.*|shm\/.*|pts\/.*|mqueue\/.*)$)/u;

/** Files and directories: `create`, `move` and `copy` where the analyzer finds them, else `read`, `write`, `delete`. */
export const fileConcepts: ConceptRule = effect => {
  if (effect.target?.type !== 'file') return undefined;
  if (effect.kind !== 'read' && effect.kind !== 'write' && effect.kind !== 'delete') return undefined;
  const said = ['create', 'move', 'copy'].find(tag => effect.tags?.includes(tag) === true);
  const isDirectory = effect.tags?.includes('directory') === true;
  if (effect.kind === 'read' && said === undefined) {
    if (isDirectory) return one('list', 'directory');
    return effect.target.recursive === true ? { actions: ['read', 'list'], objects: ['file', 'directory'] } : one('read', 'file');
  }
  const action = said ?? effect.kind;
  if (DEVICE.test(effect.target.resolved)) return one(action, 'device');
  if (isDirectory) return one(action, 'directory');
  return effect.target.recursive === true ? one(action, 'file', 'directory') : one(action, 'file');
};

/** Everything else that an effect can be: programs, the network, the environment, settings, privileges, named things. */
export const otherConcepts: ConceptRule = effect => {
  const named = effect.target?.type === 'named' ? effect.target.category : undefined;
  if (effect.kind === 'execute') return one('execute', named === undefined || named === 'project' ? 'program' : named);
  if (effect.kind === 'network') return networkConcepts(effect);
  if (effect.kind === 'environment') return one('write', 'environment');
  if (effect.kind === 'privilege') return one('elevate', 'permission');
  if (effect.kind === 'configure') return one('configure', named ?? 'configuration');
  // A process that is told to end is changed, as one that gets another priority: the seeds know no deletion of processes.
  if (named === 'process') return one('modify', named);
  if (named === 'variable') return one(effect.kind, 'environment');
  return named === undefined ? undefined : one(effect.kind, named);
};

/** A request gets an answer. What is given to others for good, and a way in for others, are more than that. */
function networkConcepts({ tags = [] }: Effect): ConceptPair {
  if (tags.includes('weakens')) return one('configure', 'network');
  return one(tags.includes('shares') && tags.includes('remote_change') ? 'publish' : 'request', 'network');
}

/** The rules used when none are given. Put your own before them to say more about some effects, or replace them. */
export const DEFAULT_RULES: readonly ConceptRule[] = Object.freeze([programConcepts, fileConcepts, otherConcepts]);
