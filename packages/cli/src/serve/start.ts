import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { OpenStore } from '@licet/adapters/stores';
import { callbackRoute, createConsole, knowledgeOf } from '@licet/console';
import type { Console, Holds } from '@licet/console';
import type { Purpose, ServeOptions } from '@licet/console/commands';
import { layOut } from '@licet/console/pictures';
import { InvariantError, escapeText } from '@licet/core';
import type { AuditRecord, MaybePromise } from '@licet/core';
import { chain } from '@licet/core/nodes';
import { inFileNames } from '@licet/core/policy';
import { provenApprovals } from '@licet/core/store';
import { messageOf } from '@licet/core/text';
import type { DecisionServer, ServedPolicy } from '@licet/server';
import { createServer } from '@licet/server';
import { edgePoliciesDefinition, groundedDefinition } from '@licet/epistemic/nodes';

import { jsonText, UsageError, unusable } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { systemUser } from '../human.ts';
import type { KeptPolicy } from '../policy/cache.ts';
import { openEngine } from '../policy/openEngine.ts';
import { registry } from '../policy/registry.ts';
import type { HostOptions } from '../policy/openEngine.ts';
import { watchedSources } from '../pins/effective.ts';
import { consolePasskeys } from '../passkeys/consolePasskeys.ts';
import { keyFile, portIn } from '../passkeys/keyFile.ts';
import { checkFor, effectiveProof, proofAt, withProof } from '../passkeys/proof.ts';
import { servedPolicy } from '../policy/readPolicy.ts';
import { USES, storesBelow } from '../policy/stores.ts';
import { VERSION } from '../version.ts';
import { goesByPrompts } from '../policy/unheardPrompts.ts';
import { hold, lift } from '../workflow/holds.ts';
import { isThere, makeToken, readToken, readTokens, runFolder } from '@licet/server/running';
import { policyGraphs } from '../grounding/policyGraphs.ts';
import { tellFromServer } from '../approvals/tellFromServer.ts';
import { anchorSender } from '../audit/anchorFromServer.ts';
import { peerRefresher } from '../peers/refreshPeers.ts';
import { signServed } from '../peers/servedGraph.ts';
import { lookAtPolicy } from './lookAtPolicy.ts';
import { policyEdits } from './policyEdits.ts';
import type { RunFolder, RunningServer } from '@licet/server/running';

/** Serves until it is told to end. */
export async function start(
  file: string,
  options: ServeOptions,
  { print, complain }: Terminal,
  { greet, first, until }: Purpose = {},
): Promise<number> {
  const folder = await freeFolder(file);
  const { token, file: tokenFile } =
    options.tokenFile === undefined ? folder.token() : { token: readToken(options.tokenFile), file: options.tokenFile };
  const control = makeToken();
  const { end, ended } = endOf(until);
  let listens = false;
  // What goes wrong before it listens is thrown.
  const complaint = (text: string): void => (listens ? complain(text) : undefined);
  const { server, page } = serverFor(file, options, { secrets: [token, control], onStop: end, complain: complaint, first });
  const url = await listenOn(server, { ...(await signingPlace(file)), ...options });
  listens = true;
  const endTelling = tellFromServer(file);
  const endLooking = lookAtPolicy(file, [peerRefresher(file, complain), anchorSender(file, complain)]);
  const { publicUrl } = options;
  const place = { url, ...(publicUrl !== undefined && { publicUrl }) };
  const own = { pid: process.pid, version: VERSION, startedAt: new Date().toISOString() };
  const running: RunningServer = { ...own, ...place, policy: file, control };
  try {
    if (!folder.claim(running))
      throw new UsageError('another server for this policy has just started: look at `licet serve --status`');
    const known = publicUrl ?? url;
    if (greet !== undefined) greet(known, () => page.pair());
    else print(options.json === true ? jsonText({ url, policy: file, tokenFile }) : await greeting(file, known, tokenFile));
    await ended;
  } finally {
    endTelling();
    endLooking();
    await server.close();
    folder.release(running);
  }
  return 0;
}

/** The folder in which a server leaves word, where no other one serves the policy. */
async function freeFolder(file: string): Promise<RunFolder> {
  const folder = runFolder(file);
  const earlier = folder.read();
  if (earlier === undefined) return folder;
  if (await isThere(earlier))
    throw new UsageError(`a server runs for this policy at \`${earlier.url}\`: end it with \`licet serve --stop\``);
  folder.release(earlier);
  return folder;
}

/** What ends the server: a call of `end`, a signal of the system, or that of the caller. */
function endOf(until: AbortSignal | undefined): { readonly end: () => void; readonly ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  until?.addEventListener('abort', () => resolve(), { once: true });
  return { end: resolve, ended: promise };
}

const greeting = async (file: string, url: string, tokenFile: string): Promise<string> =>
  `serving ${escapeText(file)}\nat      ${url}  (${url}/openapi.json describes it)\ntoken   in ${escapeText(tokenFile)}${await promptNote(file)}`;

/** Says how callers report prompts, where the policy goes by them. */
async function promptNote(file: string): Promise<string> {
  const { kept } = await servedPolicy(file);
  return goesByPrompts(kept.compiled.policy)
    ? '\nprompts are reported by POST /v1/prompt: without them `flow` asks about every aim once text was read'
    : '';
}

interface Serving {
  readonly secrets: readonly [token: string, control: string];
  readonly onStop: () => void;
  readonly complain: (text: string) => void;
  readonly first: string | undefined;
}

function serverFor(
  file: string,
  { publicUrl, allowHost, tlsCert, tlsKey, tokens }: ServeOptions,
  { secrets: [token, control], onStop, complain, first }: Serving,
): { readonly server: DecisionServer; readonly page: Console } {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) throw new UsageError('`--tls-cert` and `--tls-key` go together');
  const edits = policyEdits(file);
  const nodes = registry([edgePoliciesDefinition, groundedDefinition]);
  const page = createConsole({
    page: readPage(),
    by: systemUser(),
    showCode,
    edits,
    knowledge: knowledgeOf(policyGraphs(file)),
    holds: holdsOf(file),
    passkeys: consolePasskeys(file, first),
    coverage: async (request, region) => (await import('../approvals/scope.ts')).coverageFor(request, region, dirname(file)),
    docOf: kind => nodes.get(kind)?.doc,
    inWords: policy => inFileNames(policy, nodes),
    layOut,
  });
  const server = said(() =>
    createServer({
      open: () => openServed(file, edits.opened),
      tokens: [
        { token, may: ['decide', 'report', 'look'] },
        { token: control, may: ['look', 'pair', 'stop'] },
        ...(tokens === undefined ? [] : readTokens(tokens)),
      ],
      extension: { ...page, routes: [...page.routes, callbackRoute(process.env)], rightsOf: token => page.rightsOf(token) },
      ...(publicUrl !== undefined && { publicUrl }),
      ...(allowHost !== undefined && { allowHosts: allowHost }),
      ...(tlsCert !== undefined && tlsKey !== undefined && { tls: { cert: readPem(tlsCert), key: readPem(tlsKey) } }),
      onStop,
      onFault: error => complain(`licet: ${escapeText(messageOf(error), 2_000)}`),
    }),
  );
  return { server, page };
}

/** Shows the code of a page that `licet console` has asked for. What is no terminal may be a file that an agent reads. */
function showCode(confirm: string): boolean {
  if (process.stderr.isTTY !== true) return false;
  process.stderr.write(`code     ${confirm}  (for the page that \`licet console\` has just opened)\n`);
  return true;
}

/** Holds as a person sets and lifts them on the page. */
export function holdsOf(file: string): Holds {
  const why = async (work: Promise<unknown>): Promise<string | undefined> => {
    try {
      await work;
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  };
  return {
    hold: (session, reason) => why(hold(reason, { policy: file, session })),
    lift: (session, reason) => why(lift({ policy: file, session, ...(reason !== undefined && reason !== '' && { reason }) })),
  };
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
    throw unusable(`\`${file}\``, 'read', error);
  }
}

/** Where a server of a policy listens whose answers are signed: on the one page that the keys of its project are for. */
async function signingPlace(file: string): Promise<Pick<ServeOptions, 'listen' | 'port'>> {
  const proof = await proofAt(file).catch(() => 'terminal');
  return proof === 'passkey' ? { listen: 'localhost', port: portIn(keyFile(dirname(file)).origin) } : {};
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

/** The trail of a policy. An answer is written down beside its request, too, where that is in another place: the request is granted by its record there. */
function answersBeside({ audit }: OpenStore, approvals: OpenStore | undefined): OpenStore['audit'] {
  if (approvals === undefined || approvals.audit === audit) return audit;
  const append = (record: AuditRecord): MaybePromise<void> =>
    chain(audit.append(record), () => (record.type === 'answer' ? approvals.audit.append(record) : undefined));
  return { ...audit, append };
}

/** Opens a policy with everything that it names, for a process that lives on. `heard` is told which one it is. */
export async function openServed(file: string, heard: (kept: KeptPolicy) => void = () => undefined): Promise<ServedPolicy> {
  const found = await servedPolicy(file);
  const { kept } = found;
  const proof = await proofAt(file).catch(() => effectiveProof(found));
  const stores = storesBelow(found, dirname(file), { writes: true });
  try {
    const opened = await openEngine(found, { records: true, livesOn: true, host: 'server', stores, ...(await telemetry()) });
    const [sessions, approvals, audit] = await Promise.all(USES.map(use => stores.store(use)));
    const check = await checkFor(proof, dirname(file));
    heard(kept);
    return {
      engine: opened.engine,
      settings: withProof(opened.settings, proof),
      sources: watchedSources(found),
      ...(approvals !== undefined && {
        approvals: provenApprovals(approvals.approvals, {
          proof,
          check,
          deeds: approvals.audit.deeds,
          scopes: opened.settings.limits?.scopedApprovals,
        }),
      }),
      ...(audit !== undefined && { audit: answersBeside(audit, approvals) }),
      ...(sessions !== undefined && { inspect: sessions.inspect }),
      ...(sessions?.time !== undefined && { now: sessions.time.now }),
      signedGraph: async name => signServed(kept.compiled.settings, dirname(file), name, Date.now()),
      close: opened.close,
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
