import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder } from './stateFolder.ts';

/** Programs can plant thousands of files; the first ones are enough to stop the next call. */
const MOST_KEPT = 1_000;

/**
 * Returns the files, absolute, that programs made in a sandbox of a project although a rule closes them, as far as they are still there.
 *
 * @param licetHome - The folder that holds `.licet`.
 */
export const readPlanted = (licetHome: string, project: string): readonly string[] =>
  pathsIn(fileOf(licetHome, project)).filter(path => lstatSync(path, { throwIfNoEntry: false }) !== undefined);

/** Adds files to those that {@link readPlanted} returns, and forgets those that are gone. The folder of the project must exist. */
export function notePlanted(licetHome: string, project: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const all = [...new Set([...readPlanted(licetHome, project), ...paths])].slice(-MOST_KEPT);
  writeFileSync(fileOf(licetHome, project), JSON.stringify(all), { mode: 0o600 });
}

const fileOf = (licetHome: string, project: string): string => join(projectFolder(licetHome, project), 'planted.json');

function pathsIn(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(path => typeof path === 'string') : [];
}
