import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { UsageError } from '@licet/core/command';
import type { PeerSettings } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';
import { readPlainFile, writeWhole } from '@licet/server/resident';

import { asOwner } from '../policy/licetHome.ts';
import { keptFile, readKept } from './keptPeers.ts';
import { readSignedGraph } from './signedGraph.ts';

/** No snapshot is larger. */
const MOST_BYTES = 256 << 20;
const TIMEOUT_MS = 30_000;

/** What a pull brought. */
export interface Pulled {
  readonly takenAt: number;
  readonly concepts: number;
  readonly isNew: boolean;
}

/**
 * Fetches the snapshot of a peer and keeps it, if the key of the policy has signed it and it is no older than the one that
 * is kept. Otherwise the kept one stays. Throws a `UsageError` that says why.
 */
export async function pullPeer(name: string, settings: PeerSettings, root: string, now: number): Promise<Pulled> {
  const { key } = settings;
  const text = await fetchPeer(name, settings, root);
  const found = readSignedGraph(text, key, now);
  if ('fault' in found) throw refusal(name, `what it gave is ${found.fault}: ${found.detail}`);
  const kept = keptOrNone(key, now);
  if (kept !== undefined && found.takenAt < kept.takenAt) {
    const [older, newer] = [found, kept].map(({ takenAt }) => new Date(takenAt).toISOString());
    throw refusal(
      name,
      `what it gave is from ${older}, and the kept snapshot is from ${newer}: going back would bring old knowledge back`,
    );
  }
  asOwner(() => writeWhole(keptFile(key), text, 0o600, 0o700));
  return { takenAt: found.takenAt, concepts: found.snapshot.size, isNew: found.digest !== kept?.digest };
}

/** A kept snapshot that does not count any more does not keep a good one out. */
function keptOrNone(key: string, now: number): { readonly takenAt: number; readonly digest: string } | undefined {
  try {
    const kept = readKept(key, now);
    return kept === undefined || 'fault' in kept ? undefined : kept;
  } catch {
    return undefined;
  }
}

async function fetchPeer(name: string, { path, url, tokenEnv }: PeerSettings, root: string): Promise<string> {
  try {
    return path === undefined ? await download(url ?? '', tokenEnv) : readSmall(resolve(root, path));
  } catch (cause) {
    throw refusal(name, `it cannot be reached at \`${path ?? url ?? ''}\`: ${messageOf(cause)}`, cause);
  }
}

function readSmall(file: string): string {
  if (statSync(file).size > MOST_BYTES) throw new Error('the file is too large');
  return readPlainFile(file);
}

async function download(url: string, tokenEnv: string | undefined): Promise<string> {
  const token = tokenEnv === undefined ? undefined : process.env[tokenEnv];
  if (tokenEnv !== undefined && (token ?? '') === '') throw new Error(`the variable \`${tokenEnv}\` with the token is not set`);
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refusal(name: string, why: string, cause?: unknown): UsageError {
  const message = `the peer \`${name}\` was not pulled, so what was known of it stays: ${why}`;
  return new UsageError(message, { cause });
}
