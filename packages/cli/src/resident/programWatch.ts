import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { settledStamps, watchTexts } from '@licet/server/resident';

type Load = (module: NodeJS.Module, path: string) => void;

/**
 * Looks at everything that this process runs. Undefined where a change of it could not be seen. A package manager that puts the same files into
 * another project changes their times and nothing in them: what differs by its times is read again. Of Node they are not looked at.
 *
 * A bundle that is not loaded yet is looked at when it is: one that has changed until then is of another program, so loading it throws, and
 * the program is not what it was from then on.
 */
export function programWatch(script: string): (() => boolean) | undefined {
  const bundle = realpathSync.native(script);
  const folder = dirname(bundle);
  const files = readdirSync(folder).flatMap(name => (name.endsWith('.cjs') ? [join(folder, name)] : []));
  if (settledStamps(files) === undefined) return undefined;
  const watches = new Map(files.map(file => [file, watchTexts([{ file, text: readFileSync(file, 'utf8') }])]));
  const isRunning = runningFiles(folder, file => watches.get(file)?.() ?? false);
  const node = statSync(process.execPath);
  const isNode = ({ dev, ino, size, mtimeMs }: Stats): boolean =>
    ino === node.ino && mtimeMs === node.mtimeMs && size === node.size && dev === node.dev;
  return () => realpathSync.native(script) === bundle && isNode(statSync(process.execPath)) && isRunning();
}

/** Returns what tells whether all bundles of a folder that are loaded are the same, and lets none be loaded that is not. */
function runningFiles(folder: string, isSame: (file: string) => boolean): () => boolean {
  const running = Object.keys(createRequire(join(folder, 'any')).cache).filter(file => isBundle(file, folder));
  const extensions = (Module as unknown as { readonly _extensions: Record<string, Load> })._extensions;
  const load = extensions['.cjs'] ?? extensions['.js'];
  let isWhole = true;
  extensions['.cjs'] = (module, path) => {
    if (isBundle(path, folder)) {
      isWhole &&= isSame(path);
      if (!isWhole) throw new Error('the program has changed while it ran');
      running.push(path);
    }
    load?.(module, path);
  };
  return () => isWhole && running.every(isSame);
}

const isBundle = (file: string, folder: string): boolean => dirname(file) === folder && file.endsWith('.cjs');
