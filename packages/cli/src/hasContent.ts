import { statSync } from 'node:fs';

/** Tells whether there is a file with something in it. SQLite leaves an empty one where it was only about to begin. */
export function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
