import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the `.git` folder of the repository that a worktree belongs to, if the project is a worktree. Both ends must name each other: a `.git` file that
 * a program has written could otherwise show any folder in the sandbox.
 */
export function sharedRepository(project: string): string | undefined {
  const file = join(project, '.git');
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const [, own = '', shared = ''] = /^gitdir: ((\/.+\/\.git)\/worktrees\/[^/\n]+)$/mu.exec(readFileSync(file, 'utf8')) ?? [];
  if (own === '' || !existsSync(join(own, 'gitdir')) || !existsSync(join(shared, 'objects'))) return undefined;
  return readFileSync(join(own, 'gitdir'), 'utf8').trim() === file ? shared : undefined;
}
