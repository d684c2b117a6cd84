import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { FindResource } from '@licet/core/policy';
import { InvariantError } from '@licet/core';
import type { ConceptGraph, PolicyRegistry } from '@licet/epistemic';
import { policyRegistry } from '@licet/epistemic';

/**
 * Answers what the nodes of a policy refer to while it is only read: a graph must be declared under `graphs` and is not
 * opened, so that a policy can be checked where its server is down; a module of callbacks must exist and is not loaded, because loading runs its code.
 */
export function references(file: string): FindResource {
  return (category, name, settings) => {
    if (category === 'policies') return moduleAt(dirname(file), name);
    if (category === 'graph' && Object.hasOwn(settings.graphs ?? {}, name)) return UNOPENED;
    const hint = category === 'graph' ? `: declare it under \`graphs\`` : '';
    throw new InvariantError('unknown_reference', `there is no ${category} \`${name}\`${hint}`);
  };
}

function moduleAt(root: string, path: string): PolicyRegistry {
  if (statSync(resolve(root, path), { throwIfNoEntry: false })?.isFile() === true) return policyRegistry();
  throw new InvariantError('unknown_reference', `expected a module of policy callbacks at \`${path}\`, found no file`);
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
