import { readFileSync } from 'node:fs';

import { readPlainFile } from '@licet/server/resident';

import { servedUser } from '../policy/licetHome.ts';
import { inputPath, isStdin, unusable } from '@licet/core/command';

/**
 * Reads a file by its absolute path, or standard input by the one that {@link inputPath} gives it. Throws what reading throws. The service
 * has no standard input, and reads nothing that could make it wait.
 */
export function readInputFile(file: string): string {
  if (!isStdin(file)) return readFileText(file);
  const served = servedUser();
  return served === undefined ? readFileSync(0, 'utf8') : (served.input ?? '');
}

/** Reads a file by its path. The service reads plain files only: a named pipe of the user whom it answers would hold up all others. */
function readFileText(file: string): string {
  return servedUser() === undefined ? readFileSync(file, 'utf8') : readPlainFile(file);
}

/** Reads a file that was named on the command line, or standard input for `-`. Throws a {@link UsageError} that calls it `what`. */
export function readNamedFile(name: string, what: string): string {
  try {
    return readInputFile(inputPath(name));
  } catch (error) {
    throw unusable(`${what} \`${name}\``, 'read', error);
  }
}
