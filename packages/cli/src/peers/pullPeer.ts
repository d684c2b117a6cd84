import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { UsageError } from '@licet/core/command';
import type { PeerSettings } from '@licet/core/policy';
import { messageOf } from '@licet/core/text';
import { readPlainFile, writeWhole } from '@licet/server/resident';

import { asOwner } from '../policy/licetHome.ts';
import { conditionalGet } from '../text/conditionalGet.ts';
import { keptFile, readKept } from './keptPeers.ts';
import { etagOf, readSignedGraph } from './signedGraph.ts';
import type { SignedGraph } from './signedGraph.ts';

/** No snapshot is larger. */
const MOST_BYTES = 256 << 20;

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
  const kept = keptOrNone(key, now);
  const text = await fetchPeer(name, settings, root, kept?.etag);
  if (text === undefined) {
    if (kept === undefined) throw refusal(name, 'the server answers as if its snapshot were kept here, and none is');
    return { takenAt: kept.takenAt, concepts: kept.snapshot.size, isNew: false };
  }
  const found = readSignedGraph(text, key, now);
  if ('fault' in found) throw refusal(name, `what it gave is ${found.fault}: ${found.detail}`);
  // Another process may have pulled a newer one while this one was on its way.
  const last = keptOrNone(key, now);
  if (last !== undefined && found.takenAt < last.takenAt) {
    const [older, newer] = [found, last].map(({ takenAt }) => new Date(takenAt).toISOString());
    throw refusal(
      name,
      `what it gave is from ${older}, and the kept snapshot is from ${newer}: going back would bring old knowledge back`,
    );
  }
  asOwner(() => writeWhole(keptFile(key), text, 0o600, 0o700));
  return { takenAt: found.takenAt, concepts: found.snapshot.size, isNew: found.digest !== kept?.digest };
}

/** A kept snapshot that does not count any more does not keep a good one out. */
function keptOrNone(key: string, now: number): (SignedGraph & { readonly etag: string }) | undefined {
  try {
    const kept = readKept(key, now);
    if (kept === undefined || 'fault' in kept) return undefined;
    return { ...kept, etag: etagOf(asOwner(() => readPlainFile(keptFile(key)))) };
  } catch {
    return undefined;
  }
}

/** Undefined where the server has nothing newer than what has this tag. */
async function fetchPeer(
  name: string,
  { path, url, tokenEnv }: PeerSettings,
  root: string,
  etag: string | undefined,
): Promise<string | undefined> {
  try {
    return path === undefined ? await download(url ?? '', tokenEnv, etag) : readSmall(resolve(root, path));
  } catch (cause) {
    throw refusal(name, `it cannot be reached at \`${path ?? url ?? ''}\`: ${messageOf(cause)}`, cause);
  }
}

function readSmall(file: string): string {
  if (statSync(file).size > MOST_BYTES) throw new Error('the file is too large');
  return readPlainFile(file);
}

async function download(url: string, tokenEnv: string | undefined, etag: string | undefined): Promise<string | undefined> {
  const token = tokenEnv === undefined ? undefined : process.env[tokenEnv];
  if (tokenEnv !== undefined && (token ?? '') === '') throw new Error(`the variable \`${tokenEnv}\` with the token is not set`);
  return (await conditionalGet(new URL(url), { etag, token, mostBytes: MOST_BYTES })).text;
}

function refusal(name: string, why: string, cause?: unknown): UsageError {
  const message = `the peer \`${name}\` was not pulled, so what was known of it stays: ${why}`;
  return new UsageError(message, { cause });
}
