import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { KeptPolicy } from './cache.ts';
import { findPolicy, hasUserPolicy, userPolicyFile } from './findPolicy.ts';
import { readPolicy } from './readPolicy.ts';

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
