import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { homedir } from 'node:os';

import {
  endStart,
  findResidents,
  forgetResident,
  isResidentThere,
  makePlace,
  startResident,
  settledStamps,
  watchTexts,
} from '@licet/server/resident';
import type { CallerWorld, Resident } from '@licet/server/resident';

import type * as Hook from '../hook/hook.ts';
import { judgeCall, openJudges } from './judges.ts';
import type { Judges } from './judges.ts';
import { hasService } from '@licet/server/service';
import { VERSION } from '../version.ts';

/**
 * Answers hooks until no call came for a while, the program changes, or it is told to end. Started by a hook, never by people. It does
 * not start where its own files are so young that a change of them could not be seen, and where others could reach its folder.
 */
export async function resident(): Promise<void> {
  const [, script = ''] = process.argv;
  const home = homedir();
  const running = await start(home, script).finally(() => endStart(home, script));
  if (running === undefined) return;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, running.end);
  for (const found of findResidents(home))
    if (found.program === script && found.pid !== process.pid && !(await isResidentThere(found))) forgetResident(home, found);
  await running.ended;
  process.exit();
}

async function start(home: string, script: string): Promise<Resident | undefined> {
  const node = process.env['LICET_HOOK_NODE'] ?? '';
  const isIntact = programWatch(script);
  if (isIntact === undefined) return undefined;
  const hook = await import('../hook/hook.ts');
  const startedAt = new Date().toISOString();
  const place = makePlace(home, { pid: process.pid, program: script, node: process.execPath, version: VERSION, startedAt });
  if (place === undefined) return undefined;
  const judges = openJudges(hook);
  return startResident({
    place,
    isIntact,
    // The service of this machine may have come meanwhile: a new process asks it.
    accepts: async world => !hasService() && world.node === node && (await isJudge(hook, judges, world)),
    judge: ({ args }, next) => judgeCall(hook, { args, read: () => hook.readInput(next), open: judges.open }),
    release: judges.release,
  });
}

async function isJudge({ runtimes, placeOf }: typeof Hook, judges: Judges, { args }: CallerWorld): Promise<boolean> {
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(runtimes, name) ? runtimes[name] : undefined;
  if (load !== undefined) await judges.look(placeOf(await load(), rest));
  return load !== undefined;
}

import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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
