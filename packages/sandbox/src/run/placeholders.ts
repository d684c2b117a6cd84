import { mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that were made for a run. */
export interface Placeholders {
  readonly paths: readonly string[];
  /** Removes them, as far as they are empty. */
  readonly remove: () => void;
}

/**
 * Makes an empty folder at each path, and writes down that it did: if the run is killed, the next one removes them. A path that exists by now is
 * left out.
 */
export function makePlaceholders(wanted: readonly string[], folder: string): Placeholders {
  removeStale(folder);
  const paths = wanted.filter(makes);
  const record = join(folder, String(process.pid));
  if (paths.length > 0) writeFileSync(record, JSON.stringify(paths), { mode: 0o600 });
  return {
    paths,
    remove() {
      paths.forEach(removeEmpty);
      rmSync(record, { force: true });
    },
  };
}

function makes(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has put something there: it is not ours any more.
  }
}

function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (isAlive(Number(name))) continue;
    const paths: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    if (Array.isArray(paths)) paths.filter(path => typeof path === 'string').forEach(removeEmpty);
    rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
