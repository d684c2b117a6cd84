import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file of a trail that has been closed. */
export interface ClosedFile {
  readonly file: string;
  readonly number: number;
}

/** Returns the closed files of a trail, oldest first. */
export function closedFiles(file: string): readonly ClosedFile[] {
  const start = `${basename(file)}.`;
  let names: readonly string[];
  try {
    names = readdirSync(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names
    .filter(name => name.startsWith(start) && /^\d{6,}$/.test(name.slice(start.length)))
    .map(name => ({ file: join(dirname(file), name), number: Number(name.slice(start.length)) }))
    .toSorted((a, b) => a.number - b.number);
}

/** The name of a trail's closed file. */
export function closedFile(file: string, number: number): string {
  return `${file}.${String(number).padStart(6, '0')}`;
}

/** Removes closed files before a number. */
export function removeBefore(file: string, number: number): void {
  for (const closed of closedFiles(file)) if (closed.number < number) rmSync(closed.file, { force: true });
}
