import { isFreePlace } from '@licet/effects/marks';
import type { KnownPlace } from '@licet/effects/places';

/** Most entries of folders that are looked at, most names that are kept, and most times that git's index is read. */
const MOST_ENTRIES = 4_000;
const MOST_NAMES = 400;
const MOST_LOOKS = 48;

/** So few names beside one that git does not hold are kept with it: it costs less than to ask for each. */
const FEW = 12;

/** Folders whose content tools make, and the one of git itself. */
const PASSED_OVER = /^(?:\.git|node_modules)$/;

/**
 * Lists the files of a project that git does not hold, from its root; a few of those beside them may be among them. Undefined where there are too
 * many to look at, or to keep.
 */
export function untrackedNames({ root, files }: KnownPlace): readonly string[] | undefined {
  const names: string[] = [];
  const folders = [root];
  let [seen, looks] = [0, 0];
  const keepUnknown = (paths: readonly string[]): void => {
    if (paths.length === 0 || (looks += 1) > MOST_LOOKS || files.isKnownToGit?.(paths) === true) return;
    if (paths.length <= FEW) return void names.push(...paths.map(path => path.slice(root.length + 1)));
    const half = paths.length >> 1;
    keepUnknown(paths.slice(0, half));
    keepUnknown(paths.slice(half));
  };
  for (const folder of folders) {
    const entries = (files.list(folder) ?? []).map(entry => ({ ...entry, path: `${folder}/${entry.name}` }));
    seen += entries.length;
    if (seen > MOST_ENTRIES) return undefined;
    for (const { name, kind, path } of entries)
      if (kind === 'folder' && !PASSED_OVER.test(name) && !isMadeAgain(path, root)) folders.push(path);
    keepUnknown(entries.filter(({ kind }) => kind !== 'folder').map(({ path }) => path));
    if (names.length > MOST_NAMES || looks > MOST_LOOKS) return undefined;
  }
  return names;
}

/** Whether a folder is build output or a cache: what lies in it is free to delete anyway. */
const isMadeAgain = (path: string, root: string): boolean =>
  isFreePlace({ kind: 'write', target: { type: 'file', lexical: path, resolved: path }, via: [], certainty: 'certain' }, root);
