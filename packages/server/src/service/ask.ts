import { lstatSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';

import { UsageError } from '@licet/core/command';

import type { ServiceConfig } from './config.ts';

/** What came back: an exit code, and what goes to standard output and standard error. */
export interface ServiceAnswer {
  readonly code: number;
  readonly out?: string;
  readonly err?: string;
  /** The question that must be answered first, and what a yes to it is sent as. */
  readonly asks?: { readonly question: string; readonly digest: string };
}

/** The socket of a user: `ask` for those who are governed, `approve` for those who answer. */
export function socketOf({ run }: Pick<ServiceConfig, 'run'>, door: 'ask' | 'approve', uid: number): string {
  return join(run, door, String(uid), 'socket');
}

/**
 * Says why a socket is not believed; undefined for one of the service. Only root or the service may have made the folders that it lies in,
 * so no other user can put another one there.
 */
export function socketProblem({ run, user }: ServiceConfig, socket: string): string | undefined {
  const folders = [join(socket, '..'), join(socket, '..', '..'), run, join(run, '..')];
  for (const folder of folders) {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return `\`${folder}\` is not there`;
    if (!found.isDirectory()) return `\`${folder}\` is not a folder`;
    if (found.uid !== 0 && found.uid !== user.uid) return `\`${folder}\` belongs to user ${found.uid}`;
    if ((found.mode & 0o022) !== 0) return `others may write to \`${folder}\``;
  }
  return lstatSync(socket, { throwIfNoEntry: false })?.isSocket() === true ? undefined : `\`${socket}\` is not there`;
}

/** How long the service may take: longer than its own limit for a call and for the calls before it, and shorter than that of a runtime. */
const PATIENCE_MS = 27_000;

/** What waits for an answer is a hook, so what is asked is small; an answer that is larger than this is none. */
const MAX_ANSWER = 64 << 20;

/** Sends a request to the service. Throws a {@link UsageError} where it does not answer as the service does. */
export async function askService(
  config: ServiceConfig,
  socket: string,
  kind: 'hook' | 'command',
  head: object,
  body: Uint8Array = new Uint8Array(),
): Promise<ServiceAnswer> {
  const said = await exchange(config, socket, `POST /v1/${kind}`, head, body);
  const answer = parsed(said);
  if (!Number.isInteger(answer?.['code'])) throw silent('it gave no whole answer');
  return answer as unknown as ServiceAnswer;
}

/** Asks the service what it is. Throws a {@link UsageError} where it does not answer. */
export async function serviceStatus(config: ServiceConfig, socket: string): Promise<Readonly<Record<string, unknown>>> {
  const said = parsed(await exchange(config, socket, 'GET /v1/status', {}, new Uint8Array()));
  if (said === undefined) throw silent('it gave no whole answer');
  return said;
}

async function exchange(config: ServiceConfig, socket: string, line: string, head: object, body: Uint8Array): Promise<Buffer> {
  const problem = socketProblem(config, socket);
  if (problem !== undefined) throw silent(problem);
  const first = Buffer.from(`${JSON.stringify(head)}\n`);
  const sent = Buffer.concat([
    Buffer.from(`${line} HTTP/1.1\r\nhost: licet\r\ncontent-length: ${first.length + body.length}\r\nconnection: close\r\n\r\n`),
    first,
    body,
  ]);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const connection = createConnection(socket);
    const timer = setTimeout(() => connection.destroy(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)), PATIENCE_MS);
    connection.on('data', part => {
      parts.push(part);
      size += part.length;
      if (size > MAX_ANSWER) connection.destroy(new Error('its answer is too large'));
    });
    connection.once('error', error => {
      clearTimeout(timer);
      reject(silent((error as NodeJS.ErrnoException).code ?? error.message));
    });
    connection.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(parts));
    });
    connection.write(sent);
  });
}

/** The body of an answer that came whole: of the length that it says. */
function parsed(said: Buffer): Readonly<Record<string, unknown>> | undefined {
  const end = said.indexOf('\r\n\r\n');
  const top = said.toString('latin1', 0, Math.max(0, end));
  const size = /^content-length: (\d+)$/imu.exec(top)?.[1];
  const body = said.subarray(end + 4);
  if (end < 0 || !top.startsWith('HTTP/1.1 200 ') || size === undefined || Number(size) !== body.length) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

const silent = (why: string): UsageError =>
  new UsageError(
    `the Licet service of this machine does not answer (${why}), so nothing is allowed: an administrator can look with \`sudo licet service status\` and start it with \`sudo systemctl restart licet\``,
  );

/** What of the world of this process a judgement goes by. Folders are named with what they are: in a container the same path is another one. */
export function worldHere(): {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly sees: readonly string[];
} {
  const cwd = process.cwd();
  return { env: process.env, cwd, sees: ['/', cwd].map(identityOf) };
}

/** Tells a folder from any other one of this machine. */
export function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
}
