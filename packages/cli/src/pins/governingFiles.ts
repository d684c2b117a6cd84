import { statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import type { NodeData } from '@licet/core/policy';
import { readPlainFile } from '@licet/server/resident';
import { SEEDS } from '@licet/epistemic';

import type { KeptPolicy } from '../policy/cache.ts';
import { realOf } from '../policy/policyFiles.ts';
import { registry } from '../policy/registry.ts';
import type { AnyDefinition } from '@licet/core/nodes';

/** A file that has a say in a policy beside its own text. */
export interface GoverningFile {
  readonly file: string;
  /** Undefined for a file that cannot be read. */
  readonly text: string | undefined;
}

/** No module or seed is larger. */
const MOST_BYTES = 4 << 20;
/** So many modules are followed through their imports. */
const MOST_MODULES = 200;

const IMPORTED = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"`](\.{1,2}\/[^'"`\n]+)['"`]/gu;

/**
 * Returns the files that a policy names beside the policies that it includes, sorted by path: modules of callbacks with what they import by a
 * relative path, and seeds of graphs; each by its path without links, since Node imports from there. Databases of graphs are not among them: people teach them.
 */
export function governingFiles(
  { compiled, sources }: Pick<KeptPolicy, 'compiled' | 'sources'>,
  nodes: readonly AnyDefinition[],
): readonly GoverningFile[] {
  const root = dirname(sources[0]?.file ?? '');
  const { policy, settings } = compiled;
  const known = registry(nodes);
  const seeds = Object.values(settings.graphs ?? {})
    .flatMap(graph => graph.seeds ?? [])
    .filter(seed => !Object.hasOwn(SEEDS, seed));
  const modules = nodesIn(policy).flatMap(({ kind, params = {} }) => known.get(kind)?.files?.(params) ?? []);
  const found = (path: string): string => realOf(resolve(root, path));
  const files = [...seeds.map(found), ...withImports(modules.map(found))];
  return [...new Set(files)].toSorted().map(file => ({ file, text: textOf(file) }));
}

const nodesIn = (node: NodeData): readonly NodeData[] => [node, ...(node.children ?? []).flatMap(nodesIn)];

function withImports(modules: readonly string[]): readonly string[] {
  const found = new Set(modules);
  for (const file of found) {
    if (found.size > MOST_MODULES) break;
    for (const [, path = ''] of (textOf(file) ?? '').matchAll(IMPORTED))
      found.add(realOf(moduleAt(resolve(dirname(file), path))));
  }
  return [...found];
}

const ANY_IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"`]([^'"`\n]+)['"`]/gu;
const COMPUTED = /\b(?:import|require)\s*\(\s*[^\s'"`)]/u;

/** What a module loads and no pin holds: packages by their names, and names that are only known when it runs. Modules of Node are not among them. */
export function unpinnedImports(text: string): readonly string[] {
  const isPinned = (name: string): boolean => /^(?:\.{1,2}\/|node:)/u.test(name);
  const names = [...text.matchAll(ANY_IMPORT)].flatMap(([, name = '']) => (isPinned(name) ? [] : [`\`${name}\``]));
  return [...new Set([...names, ...(COMPUTED.test(text) ? ['a module whose name is computed'] : [])])];
}

/** The file that Node loads for a path in a module. */
function moduleAt(path: string): string {
  const names = [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, `${path}.json`, `${path}/index.js`];
  return names.find(name => statSync(name, { throwIfNoEntry: false })?.isFile() === true) ?? path;
}

function textOf(file: string): string | undefined {
  try {
    const { size } = statSync(file);
    return size > MOST_BYTES ? undefined : readPlainFile(file);
  } catch {
    return undefined;
  }
}

/** The path of a file from the folder of its policy, with `/`. */
export const pathFrom = (root: string, file: string): string => relative(root, file).replaceAll('\\', '/');
