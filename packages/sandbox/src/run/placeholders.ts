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
 * left out. While another run of the project goes on, nothing is removed: it rests on the same folders.
 */
export function makePlaceholders(wanted: readonly string[], folder: string): Placeholders {
  const paths = wanted.filter(makes);
  const own = join(folder, String(process.pid));
  writeFileSync(own, JSON.stringify(paths), { mode: 0o600 });
  return {
    paths,
    remove() {
      if (readdirSync(folder).some(name => join(folder, name) !== own && isAlive(Number(name)))) return;
      paths.forEach(removeEmpty);
      rmSync(own, { force: true });
      removeStale(folder);
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

/** Removes what runs have left behind that are no more. */
export function removeStale(folder: string): void {
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
