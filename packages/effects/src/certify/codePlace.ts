import type { FileSystemPort } from '../places/fileSystem.ts';
import { absolutePath, isWithin } from '../places/lexical.ts';

/** What looks at the folder that code runs in. */
export interface CodePlace {
  /** Names in that folder, without what follows the first dot. */
  readonly names: () => readonly string[];
  /** Whether a path from there is a file, and no folder. */
  readonly isFile: (path: string) => boolean;
}

/** The names and the files that code sees which runs in a folder of the project. */
export const codePlaceOf = (folder: string, root: string, files: FileSystemPort): CodePlace => ({
  names: () => (files.list(folder) ?? []).map(({ name }) => name.split('.', 1)[0] ?? ''),
  isFile: path => {
    const whole = absolutePath(path, folder);
    return whole !== undefined && isWithin(whole, root) && files.text?.(whole) !== undefined;
  },
});
