import { homedir } from 'node:os';

import type { CallerWorld, Resident } from '@licet/server/resident';
import { endStart, findResidents, forgetResident, isResidentThere, makePlace, startResident } from '@licet/server/resident';

import type * as Hook from '../hook/hook.ts';
import { VERSION } from '../version.ts';
import { judgeCall } from './judgeCall.ts';
import { openJudges } from './judges.ts';
import type { Judges } from './judges.ts';
import { hasService } from '../service/serviceFile.ts';
import { programWatch } from './programWatch.ts';

/**
 * Answers hooks until nobody has called for a while, the program changes, or it is told to end. Started by a hook, never by people. It does
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
    // The service of this machine may have come meanwhile: a process of its own asks it.
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
