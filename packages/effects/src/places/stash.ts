import type { FileSystemPort } from './fileSystem.ts';
import { baseName } from './lexical.ts';
import { listBelow } from './reach.ts';

/** Most entries of a hidden folder, and most files of interest, that are looked at. */
const MAX_ENTRIES = 500;
const MAX_FILES = 50;

/** Files of Licet that an editor and git read: nothing is governed by them. */
const INERT = /\/\.licet\/(?:\.gitignore|governance\.schema\.json)$/;

/**
 * The files of interest that `git stash -u` would put aside, and `git clean` delete: those in the root of the project and in its hidden folders that git neither
 * holds as they are now nor ignores. Undefined where that is unknown.
 */
export function putAsideByStash(
  root: string,
  isOfInterest: (path: string) => boolean,
  files: FileSystemPort,
): readonly string[] | undefined {
  const entries = files.list(root);
  if (entries === undefined || files.isHeldByGit === undefined) return undefined;
  const found = entries.map(({ name }) => `${root}/${name}`).filter(path => isOfInterest(path) && files.list(path) === undefined);
  for (const { name, kind } of entries) {
    if (kind === 'file' || !name.startsWith('.') || name === '.git') continue;
    const { paths, complete } = listBelow(`${root}/${name}`, isOfInterest, files, MAX_ENTRIES);
    if (!complete) return undefined;
    found.push(...paths.filter(path => files.list(path) === undefined));
  }
  const left = found.filter(path => !INERT.test(path) && !isIgnored(path, root, files));
  if (left.length > MAX_FILES) return undefined;
  return left.filter(path => files.isHeldByGit?.([path]) !== true);
}

/**
 * Whether git ignores a file by a plain name, a path or a lone `*` in the lists between it and the root. Anything finer is not read: then
 * the file counts as one that git does not ignore.
 */
function isIgnored(path: string, root: string, files: FileSystemPort): boolean {
  for (let folder = path; folder !== root;) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    const lines = (files.text?.(`${folder}/.gitignore`) ?? '').split('\n').map(line => line.trim());
    const inner = path.slice(folder.length + 1);
    const isMeant = (line: string): boolean => {
      const name = line.replace(/^\*\*\/|^\//, '').replace(/\/$/, '');
      return name === '*' || (name !== '' && (name === inner || inner.startsWith(`${name}/`) || name === baseName(path)));
    };
    const last = lines.findLast(line => isMeant(line.replace(/^!/, '')));
    if (last !== undefined) return !last.startsWith('!');
    if (folder === '') return false;
  }
  return false;
}
