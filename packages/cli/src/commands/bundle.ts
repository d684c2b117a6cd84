import { existsSync, statSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { escapeText } from '@licet/core';
import { UsageError, counted, inputPath, jsonText, unusable } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { canonicalJson, sha256 } from '@licet/core/text';
import { writeWhole } from '@licet/server/resident';

import {
  BUNDLE_TYPE,
  bundleFileName,
  digestOfBundle,
  readBundle,
  MOST_BYTES,
  POLICY_PATH,
  TESTS_PATH,
  bundleProblem,
} from '../bundles/bundle.ts';
import type { Bundle } from '../bundles/bundle.ts';
import { checkBundle } from '../bundles/checkBundle.ts';
import { namedPrivateKey, publicKeyText } from '../signing/ed25519.ts';
import { envelopeOf, signEnvelope } from '../signing/envelope.ts';
import type { Envelope } from '../signing/envelope.ts';
import { bundleOutput } from '../bundles/fetchBundle.ts';
import { pullBundle } from '../bundles/pullBundle.ts';
import { TRUST_FILE, readTrust } from '../bundles/trust.ts';
import { tryBundle } from '../bundles/tryBundle.ts';
import { isTold } from '../exit.ts';
import { atIntervals } from '../text/atIntervals.ts';
import { findPolicy, userPolicyFile } from '../policy/findPolicy.ts';
import { managedPolicyFile } from '../policy/managedPolicy.ts';
import { readNamedFile } from '../text/inputFile.ts';
import { VERSION } from '../version.ts';
import { acceptable } from '../pins/makePin.ts';

interface BuildOptions {
  readonly name: string;
  readonly release: string;
  readonly minLicet?: string;
  readonly notBefore?: string;
  readonly expires?: string;
  readonly out?: string;
}

/** Anyone may read a bundle. */
const MODE = 0o644;

const write = (file: string, envelope: Envelope): void => writeWhole(file, `${jsonText(envelope)}\n`, MODE);

/** Makes a bundle of a policy and its tests, after the tests have passed. It has no signature yet. */
export async function build(
  named: string | undefined,
  { name, release, minLicet = VERSION, notBefore, expires, out }: BuildOptions,
  { print }: Terminal,
): Promise<number> {
  const bundle = buildBundle(findPolicy(named), {
    name,
    version: Number(release),
    minLicet,
    ...(notBefore !== undefined && { notBefore: instant('--not-before', notBefore) }),
    ...(expires !== undefined && { expires: instant('--expires', expires) }),
  });
  const tests = await tryBundle(bundle);
  const file = bundleOutput(out ?? bundleFileName(name));
  write(file, envelopeOf(BUNDLE_TYPE, canonicalJson(bundle)));
  print(`${escapeText(file)}: ${name} version ${release}, ${bundle.files.length} files, ${counted(tests, 'test')} passed`);
  print(`next: \`licet bundle sign ${escapeText(file)} --key PRIVATE.pem\``);
  return 0;
}

function instant(option: string, text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`\`${option}\` must be a time like \`2027-01-31T12:00:00Z\`, found \`${text}\``);
  return new Date(time).toISOString();
}

/** Adds the signature of a private key to a bundle. */
export function sign(named: string, { key }: { readonly key: string }, { print }: Terminal): number {
  const file = bundleOutput(named);
  const { envelope, bundle } = readBundle(readNamedFile(named, 'the bundle'));
  const signer = namedPrivateKey(key);
  const signed = signEnvelope(envelope, signer);
  write(file, signed);
  print(`${escapeText(named)}: ${bundle.name} version ${bundle.version}, ${counted(signed.signatures.length, 'signature')}`);
  print(`signed with the key \`${publicKeyText(signer)}\`, by which trust files name you`);
  return 0;
}

interface VerifyOptions {
  readonly trust?: string;
  readonly json?: boolean;
}

/** The trust file beside the managed policy, or beside the policy of this user. No other folder: its policy would be one that an agent can choose. */
const trustFile = (user: boolean): string => join(dirname(user ? userPolicyFile() : managedPolicyFile()), TRUST_FILE);

/** Checks a bundle as a pull does, but for earlier versions, and changes nothing. */
export async function verify(
  named: string,
  { trust: chosen, json = false }: VerifyOptions,
  { print }: Terminal,
): Promise<number> {
  const file = chosen === undefined ? trustFile(false) : inputPath(chosen);
  const trust = readTrust(readNamedFile(file, 'the trust file'), file);
  const { bundle, digest, signers } = checkBundle(readNamedFile(named, 'the bundle'), {
    trust,
    now: Date.now(),
    licet: VERSION,
  });
  const tests = await tryBundle(bundle);
  const { files, ...meta } = bundle;
  if (json) print(jsonText({ ...meta, digest, signers, tests, files: files.map(({ path, sha256 }) => ({ path, sha256 })) }));
  else
    print(
      `${bundle.name} version ${bundle.version}: signed by ${escapeText(signers.join(', '))}; ${counted(tests, 'test')} passed; ${digest}`,
    );
  return 0;
}

/** Copies a bundle to the folder or file that machines pull it from. An older one never replaces a newer one. */
export function push(named: string, to: string, { print }: Terminal): number {
  const { envelope, bundle } = readBundle(readNamedFile(named, 'the bundle'));
  if (envelope.signatures.length === 0) throw new UsageError('the bundle has no signature: run `licet bundle sign`');
  const place = inputPath(to);
  const file = existsSync(place) && statSync(place).isDirectory() ? join(place, bundleFileName(bundle.name)) : bundleOutput(to);
  if (existsSync(file)) {
    const there = readBundle(readNamedFile(file, 'the published bundle')).bundle;
    const isSame = digestOfBundle(there) === digestOfBundle(bundle);
    if (there.name !== bundle.name || (there.version >= bundle.version && !isSame))
      throw new UsageError(
        `\`${file}\` has ${there.name} version ${there.version}: build \`${there.name}\` with a higher \`--release\`, or name another place`,
      );
  }
  write(file, envelope);
  print(`${escapeText(file)}: ${bundle.name} version ${bundle.version}`);
  return 0;
}

interface PullOptions {
  readonly every?: string;
  readonly user?: boolean;
}

/** Pulls a bundle once, or again and again with `every`, until it is interrupted. */
export async function pull({ every, user = false }: PullOptions, terminal: Terminal): Promise<number> {
  const file = trustFile(user);
  return atIntervals(every, async () => pullOnce(file, terminal), terminal);
}

async function pullOnce(file: string, { print }: Terminal): Promise<number> {
  try {
    const { state, version, signers = [], tests = 0 } = await pullBundle(file);
    if (state === 'current') print(`version ${version} is current`);
    else print(`version ${version} is in effect: signed by ${escapeText(signers.join(', '))}; ${counted(tests, 'test')} passed`);
    return 0;
  } catch (error) {
    if (isTold(error)) throw new UsageError(`${error.message}. The policy in effect stays as it was`, { cause: error });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new UsageError(
      `the bundle cannot be installed beside \`${file}\` (${error.message}): run \`licet bundle pull\` as the user who owns the folder. Until it succeeds, calls may be stopped`,
      { cause: error },
    );
  }
}

/** What a bundle is called and when it may be installed. */
type BundleMeta = Omit<Bundle, 'files' | 'format'>;

/** Makes the bundle of a policy: what it includes, the seeds that it names, and the tests beside it. Throws a {@link UsageError} where one cannot be in it. */
function buildBundle(policy: string, meta: BundleMeta): Bundle {
  const { pin } = acceptable(policy, '', new Date(0));
  const [own, ...others] = pin.files;
  const tests = join(dirname(policy), TESTS_PATH);
  const texts = [{ path: POLICY_PATH, text: own?.text ?? '' }, ...others, { path: TESTS_PATH, text: textOf(tests) }];
  const files = texts.map(({ path, text }) => ({ path, sha256: sha256(text), text }));
  const bundle: Bundle = { format: 1, ...meta, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  const problem = bundleProblem(bundle);
  if (problem !== undefined) throw new UsageError(`no bundle can be made of \`${policy}\`: ${problem}`);
  if (JSON.stringify(bundle).length > MOST_BYTES / 2) throw new UsageError('the files of the policy are too large for a bundle');
  digestOfBundle(bundle);
  return bundle;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unusable(`the tests \`${file}\`, which every bundle holds,`, 'read', error);
  }
}
