import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { writeWhole } from '@licet/server/resident';
import { UsageError } from '@licet/core/command';
import { sha256 } from '@licet/core/text';

import { POLICY_PATH } from './bundle.ts';
import type { Bundle } from './bundle.ts';
import type { Seen } from './checkBundle.ts';
import { isPlainObject } from '../text/plainObject.ts';

/** What is kept beside a policy that comes from bundles. */
interface BundleState {
  /** The highest version that was seen with its signatures. */
  readonly seen: Seen;
  /** The bundle that is in effect: its version, and SHA-256 of each of its files. Absent before the first. */
  readonly installed?: { readonly version: number; readonly files: Readonly<Record<string, string>> };
  /** The tag that its server gave it. */
  readonly etag?: string;
}

/** The name of the file that keeps it. */
const STATE_FILE = 'bundle.state.json';

/** Every user reads the managed policy; only its owner writes it. */
const [FILE_MODE, FOLDER_MODE] = [0o644, 0o755];

/** A policy that does not load: while one file of several is replaced, nothing may pass, also if the machine stops then. */
const INTERRUPTED = '# The installation of a bundle was interrupted. Run `licet bundle pull` again.\nversion: interrupted\n';

/** Reads what is kept. Throws a {@link UsageError} for a damaged file: without it, an older bundle could come back. */
export function readState(folder: string): BundleState | undefined {
  const file = join(folder, STATE_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isState(value)) return value;
  } catch {
    // It is refused below.
  }
  throw new UsageError(
    `\`${file}\` is damaged, so an older bundle could not be told from a newer one: compare the version in effect with the published one, then remove the file`,
  );
}

function isState(value: unknown): value is BundleState {
  if (!isPlainObject(value, ['seen'], ['etag', 'installed'])) return false;
  const { seen, etag, installed } = value;
  return (
    isPlainObject(seen, ['digest', 'version']) &&
    typeof seen['digest'] === 'string' &&
    Number.isSafeInteger(seen['version']) &&
    (etag === undefined || typeof etag === 'string') &&
    (installed === undefined || isInstalled(installed))
  );
}

function isInstalled(value: unknown): boolean {
  if (!isPlainObject(value, ['files', 'version']) || !Number.isSafeInteger(value['version'])) return false;
  const { files } = value;
  return typeof files === 'object' && files !== null && Object.values(files).every(each => typeof each === 'string');
}

/** Keeps it. */
export function writeState(folder: string, state: BundleState): void {
  writeWhole(join(folder, STATE_FILE), `${JSON.stringify(state)}\n`, FILE_MODE, FOLDER_MODE);
}

/** Whether the files of the bundle in effect are as they were installed. */
export function isIntact(folder: string, state: BundleState | undefined): boolean {
  if (state?.installed === undefined) return false;
  return Object.entries(state.installed.files).every(([path, digest]) => digestOnDisk(join(folder, path)) === digest);
}

function digestOnDisk(file: string): string | undefined {
  try {
    return sha256(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Puts the files of a bundle into effect, the policy last, and removes those of the earlier bundle. Where a file that is in use changes, the policy
 * is one that does not load in the meantime. Throws a {@link UsageError} where there is a policy that is from no bundle.
 */
export function installBundle(folder: string, { version, files }: Bundle, state: BundleState): void {
  const policy = join(folder, POLICY_PATH);
  const earlier = state.installed?.files ?? {};
  if (state.installed === undefined && existsSync(policy))
    throw new UsageError(`\`${policy}\` is from no bundle: move it away, and run \`licet bundle pull\` again`);
  const put = (path: string, text: string): void => writeWhole(join(folder, path), text, FILE_MODE, FOLDER_MODE);
  const parts = files.filter(({ path }) => path !== POLICY_PATH);
  const isShared = parts.some(({ path, sha256: digest }) => ![undefined, digest].includes(digestOnDisk(join(folder, path))));
  writeState(folder, {
    ...state,
    installed: { version, files: Object.fromEntries(files.map(each => [each.path, each.sha256])) },
  });
  if (isShared && existsSync(policy)) put(POLICY_PATH, INTERRUPTED);
  for (const { path, text } of parts) put(path, text);
  put(POLICY_PATH, files.find(({ path }) => path === POLICY_PATH)?.text ?? INTERRUPTED);
  const kept = new Set(files.map(({ path }) => path));
  for (const path of Object.keys(earlier)) if (!kept.has(path)) rmSync(join(folder, path), { force: true });
}
