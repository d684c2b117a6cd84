import { dirname, resolve } from 'node:path';

import { escapeText } from '@licet/core';
import { messageOf } from '@licet/core/text';
import { profileNames } from '@licet/guards';
import { counted, UsageError, STDIN, inputPath } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { openEngine } from '../policy/openEngine.ts';
import { nearestPolicy } from '../policy/readPolicy.ts';
import { readInputFile } from '../text/inputFile.ts';
import { gather } from '../status/gather.ts';
import type { CounterReport, StatusReport } from '../status/report.ts';

/** What Claude Code tells a status line, as far as it is of use here. */
interface Told {
  readonly session_id?: unknown;
  readonly cwd?: unknown;
  readonly workspace?: { readonly project_dir?: unknown };
}

/**
 * Prints how things stand for one session in one line: the profile, what is left of its limits, what was stopped, what waits for a human. A
 * status line cannot fail: where something is wrong, it says that.
 */
export async function statusline(input: string, { print }: Pick<Terminal, 'print'>): Promise<number> {
  try {
    const { session_id: session, cwd, workspace } = toldIn(input);
    const folder = [workspace?.project_dir, cwd].find(path => typeof path === 'string');
    const found = await nearestPolicy(undefined, resolve(folder ?? process.cwd()));
    const { file, kept } = found;
    const root = dirname(file);
    const opened = await openEngine(found, { records: false });
    const report = await gather(opened, root, {
      file,
      compiled: kept.compiled,
      pin: found.pin,
      digest: opened.engine.policyDigest,
      ...(typeof session === 'string' && { session }),
      now: Date.now(),
    });
    const packs = kept.compiled.sources.map(source => source.file.replace(/^pack:/, ''));
    print(
      lineOf(
        report,
        profileNames.find(name => packs.includes(name)),
      ),
    );
  } catch (error) {
    const [words = ''] = messageOf(error).split('\n');
    print(`licet: ${escapeText(words, 120)}`);
  }
  return 0;
}

function toldIn(input: string): Told {
  if (input.trim() === '') return {};
  try {
    const told: unknown = JSON.parse(input);
    return typeof told === 'object' && told !== null ? told : {};
  } catch {
    throw new UsageError('expected the JSON that Claude Code hands to a status line on standard input');
  }
}

/** Returns the status of a session in one line, the first of the report's. */
export function lineOf(
  { policy, paused, onHold, stores, sessions, project, waiting }: StatusReport,
  profile: string | undefined,
): string {
  const [session] = sessions;
  const limits = [...(session?.counters ?? []), ...project.counters].flatMap(leftOf);
  const stopped = (session?.rulings.block ?? 0) + (session?.rulings.ask ?? 0);
  const broken = stores.find(({ ok }) => !ok);
  return [
    `licet ${profile ?? 'policy'}${policy.mode === 'observe' ? ', observes only' : ''}`,
    ...(paused === undefined ? [] : [`paused until ${new Date(paused.until).toISOString().slice(11, 16)}Z`]),
    ...(onHold === undefined && session?.onHold === undefined ? [] : ['on hold: licet continue']),
    ...limits,
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
    ...(waiting.length > 0 ? [`${counted(waiting.length, 'waits', 'wait')} for you: licet approve`] : []),
    ...(broken === undefined ? [] : [`${broken.use} cannot be read`]),
  ].join(' · ');
}

function leftOf({ limit, used }: CounterReport): readonly string[] {
  return limit === undefined ? [] : [`${escapeText(limit.name, 30)} ${Math.max(0, limit.max - used)} of ${limit.max} left`];
}

/** Prints the line for the session that standard input names. */
export async function statuslineHere(terminal: Terminal): Promise<number> {
  return statusline(process.stdin.isTTY === true ? '' : readInputFile(inputPath(STDIN)), terminal);
}
