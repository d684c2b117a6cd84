import { readFileSync, statSync } from 'node:fs';

/** A file that was written this recently may be written again within the same tick of the file system's clock. */
const SETTLED_MS = 2_000;

/** What the operating system says of files without reading them, and whether that can be believed. */
export interface FileStamps {
  /** Differs as soon as one of the files is another one, or was written to. */
  readonly text: string;
  /** False while a change could leave the stamps as they are: a file is younger than two seconds. */
  readonly isSettled: boolean;
}

/** Looks at files: device, inode, size, and the times of both changes. Undefined where one of them is missing. */
export function stampsOf(files: readonly string[]): FileStamps | undefined {
  try {
    const now = Date.now();
    const isOld = (at: number): boolean => Math.abs(now - at) > SETTLED_MS;
    let [text, isSettled] = ['', true];
    for (const file of files) {
      // Times in milliseconds have a fraction here: a quarter of a microsecond is told apart.
      const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
      text += `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs} `;
      isSettled &&= isOld(mtimeMs) && isOld(ctimeMs);
    }
    return { text, isSettled };
  } catch {
    return undefined;
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
  let known: string | undefined;
  return () => {
    const stamps = stampsOf(files);
    if (stamps !== undefined && stamps.text === known) return true;
    try {
      for (const { file, text } of sources) if (readFileSync(file, 'utf8') !== text) return false;
    } catch {
      return false;
    }
    if (stamps?.isSettled === true) known = stamps.text;
    return true;
  };
}
