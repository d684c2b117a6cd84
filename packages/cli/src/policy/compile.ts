import { dirname, resolve } from 'node:path';

import { digestPolicy } from '@licet/core/policy';
import { celCondition } from '@licet/core/cel';
import type { HostKnowledge, PolicyIssue } from '@licet/core/yaml';
import { formatPolicy, loadPolicy, PolicyLoadError } from '@licet/core/yaml';
import { includePack, packs, shortForms } from '@licet/guards';
import type { AnyDefinition } from '@licet/core/nodes';
import { edgePoliciesDefinition, groundedDefinition } from '@licet/epistemic/nodes';
import { readGraphYaml } from '@licet/epistemic/yaml';
import { homedir } from 'node:os';

import { VERSION } from '../version.ts';
import { readDisk } from './cache.ts';
import type { KeptPolicy, ReadSource } from './cache.ts';
import { references, unprotectedFiles } from '../grounding/checkGraphs.ts';
import { registry } from './registry.ts';

export { celCondition, formatPolicy, readGraphYaml };

/** The nodes that need a knowledge graph, as a policy is read: deciding takes those of `openGrounding`. */
export const GROUNDING_NODES: readonly AnyDefinition[] = [edgePoliciesDefinition, groundedDefinition];

/** What came of reading a policy: the compiled policy and what is doubtful about it, or everything that is wrong with it. */
export type Compiled = KeptPolicy | { readonly issues: readonly PolicyIssue[] };

/**
 * Reads the text of a policy. Only data comes back: a guard that is built in one bundle means nothing in another.
 * `file` is absolute; relative patterns and includes start from its folder. `read` reads included files.
 */
export function compilePolicy(text: string, file: string, read: ReadSource = readDisk): Compiled {
  const included: Source[] = [];
  try {
    const nodes = registry(GROUNDING_NODES);
    const { policy, compiled, warnings } = loadPolicy(text, {
      registry: nodes,
      resources: references(file),
      root: dirname(file),
      home: homedir(),
      file,
      include: (name, from) => include(name, from, included, read),
      includeNames: Object.keys(packs),
      shortForms,
      host: HOOK,
    });
    const policyDigest = digestPolicy(policy);
    const place = { text, file, root: dirname(file) };
    const doubts = [...warnings, ...unprotectedFiles(compiled, place, nodes)];
    return { version: VERSION, sources: [{ file, text }, ...included], compiled, policyDigest, warnings: doubts };
  } catch (error) {
    if (error instanceof PolicyLoadError) return { issues: error.issues };
    throw error;
  }
}

/** What the hooks of runtimes know of an action: no tasks. Facts are established by `facts`. */
const HOOK: HostKnowledge = { supplies: member => member !== 'taskType', establishes: () => false };

type Source = KeptPolicy['sources'][number];

/** A name is a pack that comes with Licet; otherwise it is a file, relative to the policy that names it. */
function include(name: string, from: string, included: Source[], read: ReadSource): Source | undefined {
  const pack = includePack(name);
  if (pack !== undefined) return pack;
  const file = resolve(dirname(from), name);
  const text = read(file);
  if (text === undefined) return undefined;
  const source = { file, text };
  included.push(source);
  return source;
}
