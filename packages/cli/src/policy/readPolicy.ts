import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { PolicyError } from '../exit.ts';
import { effectiveBelow, effectivePolicy } from '../pins/effective.ts';
import type { Effective, Layer, PinState } from '../pins/effective.ts';
import { pinnedFolder, readPin, readPinOf } from '../pins/pin.ts';
import type { Pin } from '../pins/pin.ts';
import { readInputFile } from '../text/inputFile.ts';
import { keep, readKept } from './cache.ts';
import type { KeptPolicy } from './cache.ts';
import { findPolicy, hasUserPolicy, policyIn, userPolicyFile } from './findPolicy.ts';
import { hasManagedPolicy, managedPolicyFile, readManagedPolicy } from './managedPolicy.ts';
import { POLICY_FILES, realOf } from './policyFiles.ts';

/** Returns the compiled policy of a file, from the cache or fresh. `keeps` caches a fresh one. */
export async function readPolicy(file: string, keeps: boolean): Promise<KeptPolicy> {
  const text = readText(file);
  const kept = readKept(file, text);
  if (kept !== undefined) return kept;
  const { compilePolicy } = await import('./compile.ts');
  const result = compilePolicy(text, file);
  if ('issues' in result) {
    const [first] = result.issues;
    const more = result.issues.length > 1 ? `, and ${result.issues.length - 1} more` : '';
    throw new PolicyError(
      'policy_invalid',
      `the policy \`${file}\` does not load: line ${first?.line}: ${first?.message}${more}: run \`licet validate\``,
      result.issues,
    );
  }
  if (keeps) keep(file, result);
  return result;
}

/** Returns the text of a policy, or throws a {@link PolicyError} that says why there is none. */
export function readText(file: string): string {
  try {
    return readInputFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PolicyError(
      code === 'ENOENT' ? 'policy_not_found' : 'unreadable',
      code === 'ENOENT'
        ? `there is no policy \`${file}\`: name another file, or run \`licet init\``
        : `the policy \`${file}\` cannot be read (${code ?? 'unknown error'})`,
    );
  }
}

/** The policy that governs a folder, with those that stand above it. */
export interface NearestPolicy extends Effective {
  /** The file of the policy, or of the accepted one above it; its folder holds the state. Absolute. */
  readonly file: string;
  /** The folder that its patterns start from; absolute. */
  readonly root: string;
  /** Whether it governs here by itself, and was not merely named. Only such a policy loads modules. */
  readonly governs: boolean;
  /** Whether it is the managed policy of the machine, which judges alone. @defaultValue false */
  readonly isManaged?: true;
  /** How the person's own policy compares with the one that was accepted; absent where there is none. */
  readonly userPin?: PinState;
}

/** Finds and reads the policy that is named, or the nearest one, for a command that only asks. */
export async function nearestPolicy(
  named: string | undefined,
  from: string = process.cwd(),
  keeps: boolean = false,
): Promise<NearestPolicy> {
  const file = findPolicy(named, from);
  const found = await effectivePolicy(file, keeps, readPolicy);
  const outer = found.pin.state === 'unpinned' ? outerPin(file) : undefined;
  if (outer === undefined) return { ...found, file, root: dirname(file), governs: isGoverning(named, file, from) };
  const both = await effectiveBelow({ kept: found.kept, ...outer }, keeps, readPolicy);
  const isAlone = both.kept.sources[0]?.file !== file;
  return { ...both, file: outer.outer, root: dirname(isAlone ? outer.outer : file), governs: true };
}

/**
 * Finds and reads the policy that a program names, below the managed one of the machine, for a process that judges what others ask: a server, a
 * program of the user. The user's own policy does not count there. Throws a {@link PolicyError} of code `managed_policy` where the managed one does not load.
 */
export async function servedPolicy(file: string, managed: string = managedPolicyFile()): Promise<NearestPolicy> {
  const found = { ...(await nearestPolicy(file)), governs: true };
  if (!hasManagedPolicy(managed)) return found;
  if (found.file === managed) return { ...found, isManaged: true };
  const kept = await readManagedPolicy(managed, false, readPolicy);
  return { ...found, above: [{ kept, isManaged: true }, ...found.above] };
}

/** The pin of a folder above a policy that no person has accepted, and the file that it is of. */
function outerPin(file: string): { readonly pin: Pin; readonly outer: string } | undefined {
  if (file === userPolicyFile()) return undefined;
  const folder = pinnedFolder(dirname(realOf(dirname(file))));
  const pin = folder === undefined ? undefined : readPinOf(folder);
  if (folder === undefined || pin === undefined) return undefined;
  return { pin, outer: policyIn(folder) ?? join(folder, pin.files[0]?.path ?? POLICY_FILES[0]) };
}

function isGoverning(named: string | undefined, file: string, from: string): boolean {
  if (named === undefined || readPin(file) !== undefined) return true;
  try {
    return findPolicy(undefined, from) === file;
  } catch {
    return false;
  }
}

/**
 * Finds and reads what judges in a folder: the policy that is named, or the nearest one, below the policy of the person, below the managed one of the
 * machine. In a project without a policy those above judge alone. `keeps` caches compiled policies for the next process. Throws a {@link PolicyError} of
 * code `pin_required` where a policy above wants pins and the project has none, and of code `managed_policy` where the managed one does not load.
 */
export async function readPolicies(
  named: string | undefined,
  from: string,
  keeps: boolean,
  managed: string = managedPolicyFile(),
): Promise<NearestPolicy> {
  if (!hasManagedPolicy(managed)) return readOwnPolicies(named, from, keeps, []);
  const kept = await readManagedPolicy(managed, keeps, readPolicy);
  try {
    return await readOwnPolicies(named, from, keeps, [{ kept, isManaged: true }]);
  } catch (error) {
    if (named !== undefined || !(error instanceof PolicyError) || error.code !== 'policy_not_found') throw error;
    const pin = { state: 'unpinned' } as const;
    return { kept, above: [], pin, file: userPolicyFile(), root: projectOf(from), governs: true, isManaged: true };
  }
}

/**
 * The policies that say where something is kept, for a command that looks there. It works too where a policy above refuses the project, or
 * does not load: what is kept is then where the project's own policy says.
 */
export async function policiesKeeping(named: string | undefined, from: string = process.cwd()): Promise<NearestPolicy> {
  try {
    return await readPolicies(named, from, false);
  } catch (error) {
    if (!(error instanceof PolicyError) || (error.code !== 'pin_required' && error.code !== 'managed_policy')) throw error;
    return nearestPolicy(named, from);
  }
}

/** Reads the policies of the project and of the person, below others. */
async function readOwnPolicies(
  named: string | undefined,
  from: string,
  keeps: boolean,
  highest: readonly Layer[],
): Promise<NearestPolicy> {
  const own = userPolicyFile();
  const hasOwn = hasUserPolicy();
  const found = await nearestPolicy(named, from, keeps);
  const isOwn = found.file === own;
  const user = hasOwn && !isOwn ? await effectivePolicy(own, keeps, readPolicy) : undefined;
  const layers = [...highest, ...(user === undefined ? [] : [...user.above, { kept: user.kept }])];
  const wanting = layers.find(({ kept }) => kept.compiled.settings.pins === 'required');
  if (wanting !== undefined && isUnaccepted(found.pin))
    throw new PolicyError(
      'pin_required',
      `no person has accepted the policy \`${found.file}\`, and \`${wanting.kept.sources[0]?.file ?? own}\` requires that: run \`licet accept\` in a terminal`,
    );
  const above = [...layers, ...found.above];
  return { ...found, ...(isOwn && { root: projectOf(from) }), above, ...(user && { userPin: user.pin }) };
}

const isUnaccepted = ({ state }: PinState): boolean => state === 'unpinned' || state === 'nested';

/** The root of the git repository that a folder lies in, else the folder itself. */
function projectOf(from: string): string {
  const start = resolve(from);
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return start;
}
