import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { PolicyError } from '../exit.ts';
import { readInputFile } from '../text/inputFile.ts';
import { keep, readKept } from './cache.ts';
import type { KeptPolicy } from './cache.ts';
import { findPolicy, hasUserPolicy, userPolicyFile } from './findPolicy.ts';

/**
 * Returns the compiled policy of a file: the kept one, or a fresh one. `keeps` keeps a fresh one for the next process; a
 * process that only asks a question does not.
 */
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

/** A policy that was found and read, with the folder that its stores and files start from. */
export interface NearestPolicy {
  readonly file: string;
  readonly root: string;
  readonly kept: KeptPolicy;
}

/** Finds and reads the policy that is named, or the nearest one, for a command that only asks. */
export async function nearestPolicy(named: string | undefined, from: string = process.cwd()): Promise<NearestPolicy> {
  const file = findPolicy(named, from);
  return { file, root: dirname(file), kept: await readPolicy(file, false) };
}

/** Returns the text of a policy, or throws a {@link PolicyError} that says why there is none. */
export function readText(file: string): string {
  try {
    return readInputFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PolicyError(
      'unreadable',
      code === 'ENOENT'
        ? `there is no policy \`${file}\`: run \`licet init\``
        : `the policy \`${file}\` cannot be read (${code ?? 'unknown error'})`,
    );
  }
}

/** The policies that judge an action: the project's, and the person's above it, which the project can only narrow. */
export interface ReadPolicies {
  /** The file of the policy; its folder holds the state. Absolute. */
  readonly file: string;
  /** The folder that its patterns start from; absolute. */
  readonly root: string;
  readonly kept: KeptPolicy;
  /** The policy of the person, where the project has one of its own. */
  readonly user?: KeptPolicy;
}

/**
 * Finds and reads what judges in a folder: the policy that is named, or the nearest one, and the person's own. In a project without a policy the person's
 * own judges alone. `keeps` keeps the compiled form for the next process.
 */
export async function readPolicies(named: string | undefined, from: string, keeps: boolean): Promise<ReadPolicies> {
  const own = userPolicyFile();
  const hasOwn = hasUserPolicy();
  const file = findPolicy(named, from);
  const kept = await readPolicy(file, keeps);
  if (file === own) return { file, root: projectOf(from), kept };
  return { file, root: dirname(file), kept, ...(hasOwn && { user: await readPolicy(own, keeps) }) };
}

/** The root of the git repository that a folder lies in, else the folder itself. */
function projectOf(from: string): string {
  const start = resolve(from);
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return start;
}
