import { basename, resolve } from 'node:path';

import { UsageError } from './exit.ts';

/** The word for standard input wherever a command line names a file. */
export const STDIN = '-';

/** The name that standard input has as a file, in messages and where its folder counts. */
const STDIN_FILE = '<stdin>';

/** Returns the absolute path of a file that was named on the command line. Standard input gets a path in the folder itself. */
export function inputPath(name: string, from: string = process.cwd()): string {
  return resolve(from, name === STDIN ? STDIN_FILE : name);
}

/** Returns true for the path that {@link inputPath} makes of `-`. */
export function isStdin(file: string): boolean {
  return basename(file) === STDIN_FILE;
}

/** The error for a file that cannot be read or written, with the reason of the system. */
export function unusable(what: string, verb: 'read' | 'written', error: unknown): UsageError {
  return new UsageError(`${what} cannot be ${verb} (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
}
