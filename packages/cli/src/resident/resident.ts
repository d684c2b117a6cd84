import { homedir } from 'node:os';

import type { CallerWorld, HookAnswer, Resident } from '@licet/server/resident';
import { endStart, findResidents, forgetResident, isResidentThere, makePlace, startResident } from '@licet/server/resident';

import { messageOf } from '@licet/core/text';

import type * as Hook from '../hook/hook.ts';
import { VERSION } from '../version.ts';
import { openJudges } from './judges.ts';
import type { Judges } from './judges.ts';
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
    accepts: async world => world.node === node && (await isJudge(hook, judges, world)),
    judge: (world, next) => judge(hook, judges, world, next),
    release: judges.release,
  });
}

async function isJudge({ runtimes, placeOf }: typeof Hook, judges: Judges, { args }: CallerWorld): Promise<boolean> {
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(runtimes, name) ? runtimes[name] : undefined;
  if (load !== undefined) await judges.look(placeOf(await load(), rest));
  return load !== undefined;
}

/** Judges like a process of its own, with an ending that is handed back. */
async function judge(
  hook: typeof Hook,
  { open }: Judges,
  { args }: CallerWorld,
  next: () => Promise<Uint8Array>,
): Promise<HookAnswer> {
  let answer: HookAnswer | undefined;
  let failure: 1 | 2 = args.includes('--after') ? 1 : 2;
  const refuse = (reason: string): void => {
    answer ??= { code: failure, text: `licet: ${reason}${failure === 1 ? '' : ', so the call is stopped'}` };
  };
  const ending = {
    reply: (reply: object): void => void (answer ??= { code: 0, text: JSON.stringify(reply).toWellFormed() }),
    isAfter: (): void => void (failure = 1),
    refuse,
  };
  try {
    await hook.judgeEvent({ args, read: () => hook.readInput(next), ending, open });
  } catch (error) {
    refuse(`the policy hook failed: ${messageOf(error)}`);
  }
  if (answer === undefined) refuse('the policy hook ended without a decision');
  return answer as HookAnswer;
}
