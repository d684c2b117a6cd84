import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';

/** A file that was written this recently may be written again within the same tick of the file system's clock. */
const SETTLED_MS = 2_000;

/** How many numbers tell a file as it is now from any other one, and from itself before or after a change. */
const MARKS = 5;

/** Where the file of some index is one of the known ones still. The times have a fraction here: a quarter of a microsecond is told apart. */
function isStill(file: string, index: number, known: readonly number[]): boolean {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
  const at = index * MARKS;
  const isSame = ino === known[at] && mtimeMs === known[at + 1] && ctimeMs === known[at + 2];
  return isSame && size === known[at + 3] && dev === known[at + 4];
}

/**
 * What the operating system says of files without reading them: which they are, their sizes, and the times of both changes. Undefined where that
 * cannot be believed, since a change could leave it as it is: one of them is missing, or younger than two seconds.
 */
export function settledStamps(files: readonly string[]): readonly number[] | undefined {
  try {
    const now = Date.now();
    const found = files.map(file => statSync(file));
    const isOld = (at: number): boolean => Math.abs(now - at) > SETTLED_MS;
    if (!found.every(({ mtimeMs, ctimeMs }) => isOld(mtimeMs) && isOld(ctimeMs))) return undefined;
    return found.flatMap(({ dev, ino, size, mtimeMs, ctimeMs }) => [ino, mtimeMs, ctimeMs, size, dev]);
  } catch {
    return undefined;
  }
}

/** Largest text that is read. */
const MAX_TEXT = 16 << 20;

/**
 * Reads the text of a plain file. Opening does not wait, so a named pipe in the place of a file holds up nothing. Throws what reading
 * throws, and for anything but a file, and for one of more than 16 MiB.
 */
export function readPlainFile(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MAX_TEXT) throw Object.assign(new Error('not a plain file'), { code: 'EINVAL' });
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** A file with the text that was read of it. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** Returns what tells whether texts still stand in their files: by a look at the files, and by reading them where that says nothing. */
export function watchTexts(sources: readonly SourceText[]): () => boolean {
  const files = sources.map(({ file }) => file);
  let known: readonly number[] | undefined;
  return () => {
    try {
      const before = known;
      if (before !== undefined && files.every((file, index) => isStill(file, index, before))) return true;
      // Looked at before they are read: what changes in between is read again the next time.
      known = settledStamps(files);
      return sources.every(({ file, text }) => readPlainFile(file) === text);
    } catch {
      return false;
    }
  };
}
