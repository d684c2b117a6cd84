import type { IncomingMessage } from 'node:http';

import { sha256 } from '@licet/core/text';

import { makeToken } from './runFolder.ts';
import type { RunFolder, RunningServer } from './runFolder.ts';
import { until } from '../resident/residents.ts';

/** How long a server on this machine may take to answer. */
const PATIENCE_MS = 3_000;

/** What a server says of itself. */
export interface ServerStatus {
  readonly policyDigest: string;
  readonly startedAt: string;
}

/** Asks a server for its status. Undefined if no server answers that knows the stored secret. */
export async function statusOf(server: RunningServer): Promise<ServerStatus | undefined> {
  const answer = await ask(server, 'GET', '/v1/status');
  return answer?.status === 200 ? (JSON.parse(answer.text) as ServerStatus) : undefined;
}

/** Tells whether the server that was left word of is there, whatever its policy says. */
export async function isThere(server: RunningServer): Promise<boolean> {
  return (await ask(server, 'GET', '/metrics'))?.status === 200;
}

/** Tells a server to end. Returns whether it said that it will. */
export async function stopServer(server: RunningServer): Promise<boolean> {
  return (await ask(server, 'POST', '/v1/stop'))?.status === 200;
}

/** A page that a server lets be opened. */
export interface AdmittedPage {
  /** Opens the page once. The server knows only its digest. */
  readonly code: string;
  /** Whether the terminal of the server shows the code for approvals. */
  readonly shown: boolean;
}

/** Has a server let its page be opened once. Undefined where it does not answer. */
export async function pairWith(server: RunningServer): Promise<AdmittedPage | undefined> {
  const code = makeToken();
  const answer = await ask(server, 'POST', '/v1/console/pairings', { codeDigest: sha256(code) });
  if (answer?.status !== 200) return undefined;
  return { code, shown: (JSON.parse(answer.text) as { readonly shown?: boolean }).shown === true };
}

async function ask(
  { url, control }: RunningServer,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number | undefined; readonly text: string } | undefined> {
  const { protocol } = new URL(url);
  const { request } = protocol === 'https:' ? await import('node:https') : await import('node:http');
  const headers = { authorization: `Bearer ${control}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
  try {
    return await new Promise((resolve, reject) => {
      // The certificate is for callers from outside, under another name: here it is the secret that says who answers.
      const sent = request(`${url}${path}`, {
        method,
        headers,
        timeout: PATIENCE_MS,
        agent: false,
        ...(protocol === 'https:' && { rejectUnauthorized: false }),
      });
      sent.once('response', (response: IncomingMessage) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => void parts.push(part));
        response.once('end', () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString('utf8') }));
        response.once('error', reject);
      });
      sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.once('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  } catch {
    return undefined;
  }
}

/** Waits until a server has taken back its word. Returns whether it has. */
export async function hasGone(folder: RunFolder): Promise<boolean> {
  return until(() => folder.read() === undefined);
}
