import { existsSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** How long files must have been quiet, in milliseconds: an editor writes a file in several steps. */
const QUIET_MS = 100;

/**
 * Runs something now and whenever one of the files changes that it names, one run after the other, until the process is told to stop. Folders are
 * watched, so that a file that an editor puts in the place of another counts. Resolves with 0.
 */
export async function whenChanged(run: () => Promise<readonly string[]>, tell: (file: string) => void): Promise<number> {
  const watching = new Map<string, FSWatcher>();
  let files = await run();
  let changed: string | undefined;
  let busy = false;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    for (const folder of new Set(files.map(file => dirname(file))))
      if (!watching.has(folder) && existsSync(folder))
        watching.set(
          folder,
          watch(folder, (_event, name) => note(name)),
        );
  };
  const again = async (): Promise<void> => {
    const file = changed;
    if (busy || file === undefined) return;
    [busy, changed] = [true, undefined];
    tell(file);
    files = await run();
    look();
    busy = false;
    await again();
  };
  const note = (name: string | null): void => {
    const file = files.find(each => basename(each) === name);
    if (file === undefined) return;
    changed = file;
    clearTimeout(timer);
    timer = setTimeout(() => void again(), QUIET_MS);
  };
  look();
  await new Promise<void>(done => {
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
  clearTimeout(timer);
  for (const watcher of watching.values()) watcher.close();
  return 0;
}
