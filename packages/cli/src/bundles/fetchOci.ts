import { createHash } from 'node:crypto';

import { UsageError } from '@licet/core/command';
import { messageOf } from '@licet/core/text';

import type { Fetched } from '../text/conditionalGet.ts';
import { MOST_BYTES } from './bundle.ts';
import { registryClient } from './registryClient.ts';
import type { Repository } from './registryClient.ts';

/** An artifact in a registry: `oci://host[:port]/name:tag`, or `@sha256:…` in place of the tag. */
interface Artifact extends Repository {
  /** The tag or the digest. */
  readonly reference: string;
}

const ADDRESS =
  /^oci:\/\/(?<host>[\w.-]+(?::\d{1,5})?|\[[\da-f:]+\](?::\d{1,5})?)\/(?<name>[a-z\d]+(?:[._/-]+[a-z\d]+)*)(?::(?<tag>\w[\w.-]{0,127})|@(?<digest>sha256:[\da-f]{64}))$/u;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/u;

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const DIGEST = /^sha256:[\da-f]{64}$/u;

/** No manifest of one layer is larger. */
const MOST_MANIFEST_BYTES = 64 << 10;

/**
 * Fetches a bundle from an OCI registry: the manifest, and its one layer by its digest. `etag` is what an earlier fetch returned: the digest of the
 * manifest. It shows the registry its login, if it asks for one, and follows a redirect of the layer only. Throws a {@link UsageError} for every
 * answer that is not exactly what its digest says.
 */
export async function fetchOci(from: string, etag: string | undefined): Promise<Fetched> {
  const { reference, ...repository } = artifactOf(from);
  const { host } = repository;
  const get = registryClient(repository);
  try {
    const manifest = await get({ path: `manifests/${reference}`, accept: MANIFEST, mostBytes: MOST_MANIFEST_BYTES });
    const digest = digestOf(manifest);
    if (reference.startsWith('sha256:') && reference !== digest) throw new Error(`the manifest has the digest \`${digest}\``);
    if (etag === `oci:${digest}`) return {};
    const layer = layerOf(manifest);
    const blob = await get({ path: `blobs/${layer.digest}`, accept: '*/*', mostBytes: MOST_BYTES, mayMove: true });
    if (blob.length !== layer.size || digestOf(blob) !== layer.digest)
      throw new Error('the layer does not match the size and the digest in the manifest');
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(blob), etag: `oci:${digest}` };
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown };
    const why = cause === undefined ? messageOf(error) : `${messageOf(error)} (${messageOf(cause)})`;
    throw new UsageError(`the bundle cannot be fetched from the registry ${host}: ${why}`, { cause: error });
  }
}

function artifactOf(from: string): Artifact {
  const { host = '', name = '', tag, digest } = ADDRESS.exec(from)?.groups ?? {};
  const reference = tag ?? digest;
  if (reference === undefined)
    throw new UsageError(`expected \`oci://host/name:tag\` or \`oci://host/name@sha256:…\`, found \`${from}\``);
  const isLocal = LOOPBACK.test(host);
  return { origin: `${isLocal ? 'http' : 'https'}://${host}`, host, name, isLocal, reference };
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The one layer of a manifest. An index, or an artifact of several files, is no bundle. */
function layerOf(manifest: Buffer): { readonly digest: string; readonly size: number } {
  const { schemaVersion, layers } = JSON.parse(manifest.toString('utf8')) as Readonly<Record<string, unknown>>;
  if (schemaVersion !== 2 || !Array.isArray(layers) || layers.length !== 1)
    throw new Error('expected the manifest of an artifact with one layer, the bundle');
  const { digest, size } = (layers[0] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof digest !== 'string' || !DIGEST.test(digest))
    throw new Error('the digest of the layer is not `sha256:` and 64 digits');
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1 || size > MOST_BYTES)
    throw new Error(`the layer has no size from 1 to ${MOST_BYTES} bytes`);
  return { digest, size };
}
