import { homedir } from 'node:os';
import { dirname } from 'node:path';

import { escapeText } from '@licet/core';
import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { answersFor, livingResidents, stopResidents } from '@licet/server/resident';
import type { FoundResident } from '@licet/server/resident';
import { hasGone, isThere, pairWith, runFolder, statusOf, stopServer } from '@licet/server/running';
import type { AdmittedPage, RunFolder, RunningServer } from '@licet/server/running';

import { browse } from '../browse.ts';
import type { Pairing } from '../pairings.ts';
import type { ServeOptions, ServeProgram } from './program.ts';

/**
 * Serves a policy until it is told to end, says how the server of a policy and the processes that answer hooks stand, or ends them. Returns
 * 0, 2 where `--status` or `--stop` finds none. A human's to start and to end: it answers anyone who has its token.
 */
export async function serve(
  options: ServeOptions,
  terminal: Terminal,
  { findPolicy, requireHuman, start }: ServeProgram,
): Promise<number> {
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

/** Ends the server of a policy, and what answers the hooks of its project. Servers of other projects go on. */
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

/** What `licet console` takes. */
export interface ConsoleCommand {
  readonly policy?: string;
  readonly port?: string;
  readonly open: boolean;
  readonly json?: boolean;
}

/**
 * Opens the page that shows what an agent does and what waits for a person: of the server that runs for the policy, else of one that
 * runs until this command ends. The address holds a code for one page; the other code is for this terminal only, and never opens
 * anything. A human's to run.
 */
export async function openConsole(
  { policy, port, open, json = false }: ConsoleCommand,
  terminal: Terminal,
  { findPolicy, requireHuman, start }: ServeProgram,
): Promise<number> {
  requireHuman({ command: 'licet console' });
  const file = findPolicy(policy);
  const show = (url: string, { code, ...told }: Pairing | AdmittedPage, ending: string): void => {
    const address = `${url}/console#pair=${code}`;
    if (json) return terminal.print(jsonText({ url: address, ...('confirm' in told && told) }));
    terminal.print(`open     ${address}\n${codeLine(told)}\n${ending}`);
    if (open) browse(address);
  };
  const server = runFolder(file).read();
  if (server !== undefined && (await isThere(server))) {
    if (port !== undefined) throw new UsageError(`a server runs for this policy at \`${server.url}\`: leave \`--port\` out`);
    const pairing = await pairWith(server);
    if (pairing === undefined)
      throw new UsageError('the server that runs has no page: end it with `licet serve --stop`, and start it again');
    show(
      server.publicUrl ?? server.url.replace(ANY_ADDRESS, '//localhost:'),
      pairing,
      'the server runs on when you close the page',
    );
    return 0;
  }
  return start(file, { ...(port !== undefined && { port }) }, terminal, {
    greet: (url, pair) => show(url, pair(), 'Ctrl-C ends it'),
  });
}

/** What a server listens on that answers under every address of the machine. */
const ANY_ADDRESS = /\/\/(?:0\.0\.0\.0|\[::\]):/;

/** Says where the code for approvals is. */
function codeLine(told: Omit<Pairing, 'code'> | Omit<AdmittedPage, 'code'>): string {
  if ('confirm' in told) return `code     ${told.confirm}  (the page asks for it when you approve something)`;
  return told.shown
    ? 'code     on the terminal where the server runs  (the page asks for it when you approve something)'
    : 'code     none: the server has no terminal to show one on, so the page cannot approve; use `licet approve`, or end the server with `licet serve --stop`';
}
