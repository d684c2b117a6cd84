import { dirname } from 'node:path';

import type { FindResource } from '@licet/core/policy';
import { InvariantError } from '@licet/core';
import type { ConceptGraph } from '@licet/epistemic';

import { loadCallbacks } from './policyCallbacks.ts';

/**
 * Answers what the nodes of a policy refer to while it is only read: a graph must be declared under `graphs` and is not
 * opened, so that a policy can be checked where its server is down; a module of callbacks must load.
 */
export function references(file: string): FindResource {
  return (category, name, settings) => {
    if (category === 'policies') return loadCallbacks(dirname(file), name);
    if (category === 'graph' && Object.hasOwn(settings.graphs ?? {}, name)) return UNOPENED;
    const hint = category === 'graph' ? `: declare it under \`graphs\`` : '';
    throw new InvariantError('unknown_reference', `there is no ${category} \`${name}\`${hint}`);
  };
}

const never = (): never => {
  throw new InvariantError('wrong_phase', 'a policy that is only read has no graph to look into');
};

const UNOPENED: ConceptGraph = Object.freeze({
  kind: 'unopened',
  snapshot: never,
  find: never,
  write: never,
  proposals: never,
  clear: never,
  close: () => undefined,
});
