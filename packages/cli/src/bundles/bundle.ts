import { canonicalJson, messageOf, sha256 } from '@licet/core/text';
import { UsageError } from '@licet/core/command';

import { payloadText, readEnvelope } from '../signing/envelope.ts';
import type { Envelope } from '../signing/envelope.ts';
import { isPlainObject } from '../text/plainObject.ts';

/** The type of the text that the signatures of a bundle are over. */
export const BUNDLE_TYPE = 'application/vnd.licet.bundle+json';

/** The one format of bundles that this version writes and reads. */
const FORMAT = 1;

/** A file of a bundle: a policy, a policy that it includes, its tests, or the seed of a graph. */
interface BundleFile {
  /** The path from the folder of the policy, with `/`. */
  readonly path: string;
  /** SHA-256 of the text, for people and other programs. The signatures are over the text. */
  readonly sha256: string;
  readonly text: string;
}

/** A policy with its files, as it is signed. */
export interface Bundle {
  readonly format: typeof FORMAT;
  readonly name: string;
  /** A whole number that grows with each publication. */
  readonly version: number;
  /** The lowest version of Licet that may load it. */
  readonly minLicet: string;
  /** From when on it may be installed, and until when: ISO 8601 in UTC. */
  readonly notBefore?: string;
  readonly expires?: string;
  /** Sorted by path. {@link POLICY_PATH} and {@link TESTS_PATH} are always among them. */
  readonly files: readonly BundleFile[];
}

/** The policy of a bundle. */
export const POLICY_PATH = 'governance.yaml';

/** The tests of a bundle. */
export const TESTS_PATH = 'governance.test.yaml';

/** The name of the file of a bundle, in a folder or a repository. */
export const bundleFileName = (name: string): string => `${name}${BUNDLE_ENDING}`;

/** What every file of a bundle ends with. */
export const BUNDLE_ENDING = '.bundle.json';

/** No bundle is larger, and none has more files. */
export const MOST_BYTES: number = 8 << 20;
const MOST_FILES = 500;

const NAME = /^[a-z\d][a-z\d._-]{0,63}$/u;
const RELEASE = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
/** Data only, and only below the folder of the policy: no bundle brings code, and none replaces a file of Licet's own. */
const PATH = /^(?:[a-z\d_][a-z\d_.-]{0,63}\/){0,4}[a-z\d_][a-z\d_.-]{0,63}\.ya?ml$/u;

/** The digest of a bundle: SHA-256 of the text that is signed. */
export const digestOfBundle = (bundle: Bundle): string => sha256(canonicalJson(bundle));

/** Returns what is wrong with the members of a bundle; undefined where nothing is. */
export function bundleProblem(value: unknown): string | undefined {
  if (!isPlainObject(value, ['files', 'format', 'minLicet', 'name', 'version'], ['expires', 'notBefore']))
    return 'its members are not those of a bundle';
  const { files, format, minLicet, name, version, notBefore, expires } = value;
  if (format !== FORMAT) return `its format is not ${FORMAT}`;
  if (typeof name !== 'string' || !NAME.test(name)) return 'its name is not in lower case letters, digits, `.`, `_` and `-`';
  if (!Number.isSafeInteger(version) || Number(version) < 1) return 'its version is no whole number from 1';
  if (typeof minLicet !== 'string' || !RELEASE.test(minLicet)) return 'its lowest version of Licet is not like `1.2.3`';
  if (![notBefore, expires].every(each => each === undefined || isTime(each))) return 'one of its times is not ISO 8601 in UTC';
  return filesProblem(files);
}

const isTime = (value: unknown): boolean =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

function filesProblem(files: unknown): string | undefined {
  if (!Array.isArray(files) || files.length > MOST_FILES) return 'its files are no list, or too many';
  const paths: string[] = [];
  for (const file of files as readonly unknown[]) {
    if (!isPlainObject(file, ['path', 'sha256', 'text'])) return 'one of its files is damaged';
    const { path, sha256: digest, text } = file;
    if (typeof path !== 'string' || !PATH.test(path)) return `\`${String(path)}\` is no path of a YAML file in lower case`;
    if (typeof text !== 'string' || sha256(text) !== digest) return `\`${path}\` does not match its digest`;
    paths.push(path);
  }
  if (paths.some((path, index) => index > 0 && path <= (paths[index - 1] ?? ''))) return 'its files are not sorted by path';
  return [POLICY_PATH, TESTS_PATH].flatMap(path => (paths.includes(path) ? [] : [`it has no \`${path}\``]))[0];
}

/** A bundle that was read, with its envelope. Its signatures are still to be checked. */
interface ReadBundle {
  readonly envelope: Envelope;
  readonly bundle: Bundle;
}

/** Reads the file of a bundle. Throws a {@link UsageError} for every text that is not exactly one. */
export function readBundle(text: string): ReadBundle {
  const refuse = (why: string): UsageError => new UsageError(`the bundle is refused: ${why}`);
  if (Buffer.byteLength(text) > MOST_BYTES) throw refuse(`it is larger than ${MOST_BYTES} bytes`);
  const envelope = readEnvelope(text, BUNDLE_TYPE);
  if (typeof envelope === 'string') throw refuse(envelope);
  const payload = payloadText(envelope);
  let value: unknown;
  try {
    value = JSON.parse(payload);
    // A member that is there twice, or another spelling of the same data, is no canonical text.
    if (canonicalJson(value) !== payload) throw new Error('its payload is not canonical JSON');
  } catch (error) {
    throw refuse(messageOf(error));
  }
  const problem = bundleProblem(value);
  if (problem !== undefined) throw refuse(problem);
  return { envelope, bundle: value as Bundle };
}
