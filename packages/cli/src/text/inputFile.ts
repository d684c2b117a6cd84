import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { readPlainFile } from '@licet/server/resident';

import { servedUser } from '../policy/licetHome.ts';
import { UsageError } from '@licet/core/command';

/** What stands for standard input wherever a file is named. */
export const STDIN = '-';

/** The name that standard input has as a file, in messages and where its folder counts. */
const STDIN_FILE = '<stdin>';

/** Returns the absolute path of a file that was named on the command line. Standard input lies in the folder itself. */
export function inputPath(name: string, from: string = process.cwd()): string {
  return resolve(from, name === STDIN ? STDIN_FILE : name);
}

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
export function readFileText(file: string): string {
  return servedUser() === undefined ? readFileSync(file, 'utf8') : readPlainFile(file);
}

/** Tells whether a path is what {@link inputPath} makes of `-`. */
export function isStdin(file: string): boolean {
  return basename(file) === STDIN_FILE;
}

/** The refusal of a file that the system does not let be read or written, with its reason. */
export function unusable(what: string, verb: 'read' | 'written', error: unknown): UsageError {
  return new UsageError(`${what} cannot be ${verb} (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
}

/** Reads a file that was named on the command line, or standard input for `-`. Throws a {@link UsageError} that calls it `what`. */
export function readNamedFile(name: string, what: string): string {
  try {
    return readInputFile(inputPath(name));
  } catch (error) {
    throw unusable(`${what} \`${name}\``, 'read', error);
  }
}
