import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LAUNCHER_FILE, lineOf, wordsOf } from '@licet/adapters/runtimes';

import { launcherText } from '../init/launcher.ts';
import type { InstalledHook } from '../init/installedHook.ts';
import { probes, runHook } from '../init/probes.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { mayStay } from './leaveResident.ts';
import { livingResidents, until } from '@licet/server/resident';

/** How many calls are timed. */
const TIMED = 3;

/**
 * Says what answers the calls of a hook, in words: a new process for each of them, and why, or a daemon, with how long a call
 * takes either way. A harmless call is asked about a few times.
 */
export async function hookPath(hook: InstalledHook, root: string): Promise<string> {
  const own = time(hook, root, '0');
  const why = await reasonAgainst(hook, root);
  if (why !== undefined) return `a process for every call, ${own} ms: ${why}`;
  time(hook, root, '');
  if (!(await until(async () => (await livingResidents()).length > 0)))
    return `a process for every call, ${own} ms: none that stays has started`;
  return `a daemon, ${time(hook, root, '')} ms a call; a process for every call would take ${own} ms`;
}

async function reasonAgainst({ handler }: InstalledHook, root: string): Promise<string | undefined> {
  if (![lineOf(handler), ...wordsOf(handler)].some(word => word.includes(LAUNCHER_FILE)))
    return 'the settings name the program of this machine, and not the launcher of the project';
  if (process.env['LICET_RESIDENT'] === '0') return '`LICET_RESIDENT` is 0';
  if (process.platform !== 'linux') return 'processes that stay are for Linux only';
  if (!existsSync('/bin/bash')) return 'the launcher asks them with `/bin/bash`, which is not there';
  if (readFileSync(join(root, LAUNCHER_FILE), 'utf8') !== launcherText({ resident: true }))
    return 'the launcher does not ask for another one: run `licet init` without `--no-resident`';
  const policies = await readPolicies(undefined, root, false);
  return mayStay(policies)
    ? undefined
    : 'the policy says `resident: false`, looks into a graph, or keeps its state elsewhere than in a file';
}

/** The median of some calls, in whole milliseconds. */
function time({ runtime, handler }: InstalledHook, root: string, resident: string): number {
  const input = probes(runtime, root).find(({ wants }) => wants === 'run')?.input ?? '';
  const times = Array.from({ length: TIMED }, () => {
    const startedAt = performance.now();
    runHook(runtime, { handler }, input, root, { LICET_RESIDENT: resident });
    return performance.now() - startedAt;
  });
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(TIMED / 2)] ?? 0);
}
