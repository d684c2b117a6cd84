import { homedir } from 'node:os';
import { dirname } from 'node:path';

import { escapeText } from '@licet/core';
import type { FoundResident } from '@licet/server/resident';

import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman } from '../human.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { answersFor, livingResidents, stopResidents } from '../resident/residents.ts';
import { hasGone, isThere, statusOf, stopServer } from './askServer.ts';
import type { RunFolder, RunningServer } from './runFolder.ts';
import { runFolder } from './runFolder.ts';
import type { ServeOptions } from './start.ts';
import { start } from './start.ts';

export { signOnPage } from '../passkeys/onPage.ts';
export { openConsole } from './console.ts';

/**
 * Serves a policy until it is told to end, says how the server of a policy and the processes that answer hooks stand, or ends them. Returns
 * 0, 2 where `--status` or `--stop` finds none. A human's to start and to end: it answers whoever has its token.
 */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  if (options.stop === true && options.status === true) throw new UsageError('`--stop` and `--status` exclude each other');
  const file = findPolicy(options.policy);
  if (options.status === true) return status(runFolder(file), file, options, terminal);
  requireHuman({ command: options.stop === true ? 'licet serve --stop' : 'licet serve', yes: true });
  return options.stop === true ? stop(runFolder(file), file, options, terminal) : start(file, options, terminal);
}

async function status(folder: RunFolder, file: string, { json = false }: ServeOptions, { print }: Terminal): Promise<number> {
  const server = folder.read();
  const runs = server !== undefined && (await isThere(server));
  const said = runs ? await statusOf(server) : undefined;
  const residents = (await livingResidents()).map(({ pid, version, startedAt, program }) => ({
    pid,
    version,
    startedAt,
    program,
  }));
  if (json) {
    const known =
      server !== undefined && runs
        ? { url: server.url, pid: server.pid, version: server.version, startedAt: server.startedAt }
        : {};
    const digest = said !== undefined && { policyDigest: said.policyDigest };
    print(jsonText({ policy: file, running: runs, ...known, ...digest, residents }));
  } else if (server === undefined || !runs) print(`no server runs for ${escapeText(file)}`);
  else {
    print(`${escapeText(server.url)}  (${processWords(server)})`);
    print(said === undefined ? 'its policy does not load: it refuses everything' : `policy ${said.policyDigest}`);
  }
  if (!json) for (const each of residents) print(`hooks of ${escapeText(each.program)}  (${processWords(each)})`);
  return runs || residents.length > 0 ? 0 : EXIT.block;
}

const processWords = ({ pid, version, startedAt }: Pick<RunningServer, 'pid' | 'version' | 'startedAt'>): string =>
  `process ${pid}, licet ${escapeText(version)}, since ${escapeText(startedAt)}`;

const wordsOf = ({ pid, program }: FoundResident): object => ({ pid, program });

/** Ends the server of a policy, and what answers the hooks of its project. What answers for another project with a program of its own goes on. */
async function stop(folder: RunFolder, file: string, { json = false }: ServeOptions, { print }: Terminal): Promise<number> {
  const server = folder.read();
  const isStopping = server !== undefined && (await stopServer(server));
  const isGone = isStopping && (await hasGone(folder));
  const isOwn = (found: FoundResident): boolean => answersFor(found, dirname(file));
  const residents = await stopResidents(homedir(), isOwn);
  const others = (await livingResidents()).filter(each => !isOwn(each));
  if (json) print(jsonText({ policy: file, stopped: isGone, residents: residents.map(wordsOf), others: others.map(wordsOf) }));
  else if (isGone) print(`stopped  ${escapeText(server.url)}`);
  else print(isStopping ? `it was told to, but still runs: ${escapeText(server.url)}` : `no server runs for ${escapeText(file)}`);
  if (!json) {
    for (const each of residents) print(`stopped  hooks of ${escapeText(each.program)}`);
    for (const each of others)
      print(`goes on  hooks of ${escapeText(each.program)}: it belongs to another project, end it there`);
  }
  return isGone || (!isStopping && residents.length > 0) ? 0 : EXIT.block;
}
