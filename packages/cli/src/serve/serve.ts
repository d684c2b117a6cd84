import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { InvariantError, escapeText } from '@licet/core';
import type { DecisionServer, Pairing, ServedPolicy } from '@licet/server';
import { createServer } from '@licet/server';

import { EXIT, UsageError } from '../exit.ts';
import { requireHuman, surroundings, systemUser } from '../human.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { openEngine } from '../policy/openEngine.ts';
import type { HostOptions } from '../policy/openEngine.ts';
import { readPolicy } from '../policy/readPolicy.ts';
import { storesOf } from '../policy/stores.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';
import { VERSION } from '../version.ts';
import { livingResidents, stopResidents } from '../resident/residents.ts';
import { isThere, statusOf, stopServer } from './askServer.ts';
import type { RunFolder, RunningServer } from './runFolder.ts';
import { makeToken, readToken, runFolder } from './runFolder.ts';

export { openConsole } from './console.ts';

/** What `licet serve` takes. */
export interface ServeOptions {
  readonly policy?: string;
  readonly listen?: string;
  readonly port?: string;
  readonly publicUrl?: string;
  readonly allowHost?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tokenFile?: string;
  readonly stop?: boolean;
  readonly status?: boolean;
  readonly json?: boolean;
}

/**
 * Serves a policy until it is told to end, says how the server of a policy and the processes that answer hooks stand, or ends them. Returns
 * 0, 2 where `--status` or `--stop` finds none. A human's to start and to end: it answers whoever has its token.
 */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  if (options.stop === true && options.status === true) throw new UsageError('`--stop` and `--status` exclude each other');
  const file = findPolicy(options.policy, process.cwd());
  if (options.status === true) return status(runFolder(file), file, options, terminal);
  requireHuman({ command: options.stop === true ? 'licet serve --stop' : 'licet serve', yes: true }, surroundings());
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

/** How long a server may take to end, and how often it is looked at. */
const END_MS = 10_000;
const LOOK_MS = 50;

async function stop(folder: RunFolder, file: string, { json = false }: ServeOptions, { print }: Terminal): Promise<number> {
  const server = folder.read();
  const isStopping = server !== undefined && (await stopServer(server));
  const isGone = isStopping && (await hasGone(folder));
  const residents = await stopResidents();
  if (json)
    print(jsonText({ policy: file, stopped: isGone, residents: residents.map(({ pid, program }) => ({ pid, program })) }));
  else if (isGone) print(`stopped  ${escapeText(server.url)}`);
  else print(isStopping ? `it was told to, but still runs: ${escapeText(server.url)}` : `no server runs for ${escapeText(file)}`);
  if (!json) for (const { program } of residents) print(`stopped  hooks of ${escapeText(program)}`);
  return isGone || (!isStopping && residents.length > 0) ? 0 : EXIT.block;
}

async function hasGone(folder: RunFolder): Promise<boolean> {
  for (const until = Date.now() + END_MS; Date.now() < until; await new Promise(resolve => setTimeout(resolve, LOOK_MS)))
    if (folder.read() === undefined) return true;
  return false;
}

/** Serves until it is told to end. `greet` says where, once it listens. */
export async function start(
  file: string,
  options: ServeOptions,
  { print, complain }: Terminal,
  greet?: (url: string, pair: () => Pairing) => void,
): Promise<number> {
  const folder = runFolder(file);
  const known = folder.read();
  if (known !== undefined && (await isThere(known)))
    throw new UsageError(`a server runs for this policy at \`${known.url}\`: end it with \`licet serve --stop\``);
  if (known !== undefined) folder.release(known);
  const { token, file: tokenFile } =
    options.tokenFile === undefined ? folder.token() : { token: readToken(options.tokenFile), file: options.tokenFile };
  const control = makeToken();
  let end = (): void => undefined;
  const ended = new Promise<void>(resolve => (end = resolve));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  let listens = false;
  // What goes wrong before it listens is thrown.
  const complaint = (text: string): void => (listens ? complain(text) : undefined);
  const server = serverFor(file, options, [token, control], end, complaint);
  const url = await listenOn(server, options);
  listens = true;
  const startedAt = new Date().toISOString();
  const running: RunningServer = { pid: process.pid, url, version: VERSION, policy: file, startedAt, control };
  try {
    if (!folder.claim(running))
      throw new UsageError('another server for this policy has just started: look at `licet serve --status`');
    if (greet !== undefined) greet(url, () => server.pair());
    else if (options.json === true) print(jsonText({ url, policy: file, tokenFile }));
    else print(greeting(file, options.publicUrl ?? url, tokenFile));
    await ended;
  } finally {
    await server.close();
    folder.release(running);
  }
  return 0;
}

const greeting = (file: string, url: string, tokenFile: string): string =>
  `serving ${escapeText(file)}\nat      ${url}  (${url}/openapi.json describes it)\ntoken   in ${escapeText(tokenFile)}`;

function serverFor(
  file: string,
  { publicUrl, allowHost, tlsCert, tlsKey }: ServeOptions,
  [token, control]: readonly [string, string],
  onStop: () => void,
  complain: (text: string) => void,
): DecisionServer {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) throw new UsageError('`--tls-cert` and `--tls-key` go together');
  return said(() =>
    createServer({
      open: () => openServed(file),
      tokens: [
        { token, may: ['decide', 'report', 'look'] },
        { token: control, may: ['look', 'pair', 'stop'] },
      ],
      console: { page: readPage(), by: systemUser() },
      ...(publicUrl !== undefined && { publicUrl }),
      ...(allowHost !== undefined && { allowHosts: allowHost }),
      ...(tlsCert !== undefined && tlsKey !== undefined && { tls: { cert: readPem(tlsCert), key: readPem(tlsKey) } }),
      onStop,
      onFault: error => complain(`licet: ${escapeText(error instanceof Error ? error.message : String(error), 2_000)}`),
    }),
  );
}

/** The page is built with the program. In a clone it is there after `pnpm build`. */
function readPage(): string {
  try {
    return readFileSync(join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'page', 'console.html'), 'utf8');
  } catch {
    return '<!doctype html><html lang="en"><title>Licet</title><p>The page is not built: run <code>npx -y pnpm@12 build</code> in the clone.</p></html>';
  }
}

/** An option that the server refuses is a mistake in the command line. */
function said<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw asMistake(error);
  }
}

function asMistake(error: unknown): unknown {
  return error instanceof InvariantError ? new UsageError(error.message) : error;
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`\`${file}\` cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}

async function listenOn(server: DecisionServer, { listen, port = '0' }: ServeOptions): Promise<string> {
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
    throw new UsageError(`expected a port after \`--port\`, found \`${port}\``);
  try {
    return await server.listen({ port: Number(port), ...(listen !== undefined && { host: listen }) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UsageError(`the port ${port} is taken: choose another one with \`--port\``);
    if (code === 'EADDRNOTAVAIL' || code === 'EACCES') throw new UsageError(`it is not possible to listen there (${code})`);
    throw asMistake((error as { readonly cause?: unknown }).cause ?? error);
  }
}

/** What an SDK of OpenTelemetry leaves in the process that it is registered in: `node --import ./telemetry.mjs`. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Tells an SDK of decisions, where one is registered. */
async function telemetry(): Promise<Pick<HostOptions, 'tracer'>> {
  if (!(REGISTERED in globalThis)) return {};
  const { otelTracer } = await import('@licet/adapters/otel');
  return { tracer: otelTracer() };
}

/** Opens a policy with everything that it names, for a process that lives on. */
export async function openServed(file: string): Promise<ServedPolicy> {
  const kept = await readPolicy(file, false);
  const stores = storesOf(kept.compiled, dirname(file), { writes: true });
  try {
    const opened = await openEngine(kept, { file, records: true, livesOn: true, stores, ...(await telemetry()) });
    const [approvals, audit, sessions] = await Promise.all([
      stores.store('approvals'),
      stores.store('audit'),
      stores.store('sessions'),
    ]);
    return {
      engine: opened.engine,
      settings: opened.settings,
      sources: kept.sources,
      ...(approvals !== undefined && { approvals: approvals.approvals }),
      ...(audit !== undefined && { audit: audit.audit }),
      ...(sessions !== undefined && { inspect: sessions.inspect }),
      close: opened.close,
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
