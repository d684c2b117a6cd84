import { sha256 } from '../text/sha256.ts';

/**
 * Names a file of one project among the user's own files, where all projects lie in one folder. `root` is the real path of the project's
 * folder, and `name` says which of its files is meant.
 *
 * @example
 * ```ts
 * import { projectFile } from '@licet/core/store';
 *
 * projectFile('/home/u/shop', 'keys') === projectFile('/home/u/blog', 'keys'); // => false
 * ```
 */
export const projectFile = (root: string, name: string): string => `${sha256(`${root}\n${name}`).slice(0, 32)}.json`;
