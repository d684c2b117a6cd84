import { lstatSync } from 'node:fs';
import { join } from 'node:path';

import type { SandboxPlan } from '../plan/sandboxPlan.ts';

/** Names of files that govern an agent, at the top of a project, that are not there or not complete. */
export interface GovernedNames {
  /** Paths that do not exist yet. A read-only folder in their place keeps them from being made. */
  readonly missing: readonly string[];
  /** Folders that hold files that govern: read-only as a whole, since more such files could be made in them. */
  readonly folders: readonly string[];
}

/** Policies, and settings without a leading dot, are looked for by their names: a folder in the place of one would be taken for a damaged file. */
const NO_PLACEHOLDER = /\/[^./][^/]*$/u;

/**
 * Finds the names of governing files at the top of a project that a program could make, or could add to. Mounts cover only what exists, and these
 * names are known before.
 */
export function governedNames({ project, freeze }: SandboxPlan): GovernedNames {
  const missing = new Set<string>();
  const folders = new Set<string>();
  for (const pattern of freeze.flatMap(({ patterns }) => patterns)) {
    const parts = partsOf(pattern);
    // Git takes a folder in the place of one of its files for a damaged repository. `.git` is read-only in another way.
    if (parts === undefined || parts[0] === '.git') continue;
    const path = firstMissing(
      project,
      parts.map(part => part.replaceAll('*', '')),
    );
    if (path !== undefined && !NO_PLACEHOLDER.test(path)) missing.add(path);
    const [top = '', ...rest] = parts;
    const isSettings = top.startsWith('.') && rest.length > 0;
    if (isSettings && kindOf(join(project, top)) === 'folder') folders.add(join(project, top));
  }
  const isIn = (path: string): boolean => [...folders].some(folder => path.startsWith(`${folder}/`));
  return { missing: [...missing].filter(path => !isIn(path)), folders: [...folders] };
}

/** The parts of a pattern that names files below any folder or below the project; undefined for every other pattern. */
function partsOf(pattern: string): readonly string[] | undefined {
  const plain = pattern.replace(/^\*\*\//u, '').replace(/\/(?:\*\*)?$/u, '');
  if (plain.startsWith('/') || plain.startsWith('~') || /[?[\]{}()\\!]|\*\*/u.test(plain) || plain.startsWith('*'))
    return undefined;
  return plain.split('/');
}

function firstMissing(project: string, parts: readonly string[]): string | undefined {
  let path = project;
  for (const part of parts) {
    path = join(path, part);
    const kind = kindOf(path);
    if (kind === undefined) return path;
    if (kind !== 'folder') return undefined;
  }
  return undefined;
}

function kindOf(path: string): 'folder' | 'other' | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && (stats.isDirectory() ? 'folder' : 'other');
}
