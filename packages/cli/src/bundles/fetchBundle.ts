import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { UsageError, inputPath, unusable } from '@licet/core/command';
import { messageOf } from '@licet/core/text';

import { conditionalGet } from '../text/conditionalGet.ts';
import type { Fetched } from '../text/conditionalGet.ts';
import { BUNDLE_ENDING, MOST_BYTES, bundleFileName } from './bundle.ts';
import { fetchGit } from './fetchGit.ts';
import { fetchOci } from './fetchOci.ts';
import type { Trust } from './trust.ts';

/** Hosts that need no TLS. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Returns the absolute path of a bundle to write. Throws a {@link UsageError} for another name: an agent could else overwrite a file that its policy protects. */
export function bundleOutput(named: string): string {
  if (!named.endsWith(BUNDLE_ENDING))
    throw new UsageError(`the name of a bundle must end with \`${BUNDLE_ENDING}\`, found \`${named}\``);
  return inputPath(named);
}

/** Reads the text of a bundle from where it is published. Throws a {@link UsageError} where that is impossible. */
export async function fetchBundle({ from, name }: Pick<Trust, 'from' | 'name'>, etag: string | undefined): Promise<Fetched> {
  if (from.startsWith('git+')) return fetchGit(from, name, etag);
  if (from.startsWith('oci:')) return fetchOci(from, etag);
  if (/^[a-z][a-z\d+.-]+:\/\//iu.test(from)) return overHttp(new URL(from), etag);
  const file = existsSync(from) && statSync(from).isDirectory() ? join(from, bundleFileName(name)) : from;
  try {
    if (statSync(file).size > MOST_BYTES) throw tooLarge(file);
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    throw error instanceof UsageError ? error : unusable(`the bundle \`${file}\``, 'read', error);
  }
}

async function overHttp(url: URL, etag: string | undefined): Promise<Fetched> {
  const isPlain = url.protocol === 'http:' && LOOPBACK.includes(url.hostname);
  if (url.protocol !== 'https:' && !isPlain)
    throw new UsageError(
      `bundles are fetched over \`https:\`, \`git+https:\` or \`oci:\`, from a folder or from a file, found \`${url.protocol}\``,
    );
  try {
    return await conditionalGet(url, { etag, mostBytes: MOST_BYTES });
  } catch (error) {
    throw new UsageError(`the bundle cannot be fetched from ${url.host}: ${messageOf(error)}`, { cause: error });
  }
}

const tooLarge = (where: string): UsageError => new UsageError(`what \`${where}\` has is larger than ${MOST_BYTES} bytes`);
