import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { PolicyError } from '../exit.ts';
import { inputPath } from '../text/inputFile.ts';

/** The names under which a policy is looked for. */
export const POLICY_FILES = ['governance.yaml', 'governance.yml'] as const;

/** The policy of a folder itself; undefined where it has none. */
export function policyIn(folder: string): string | undefined {
  return POLICY_FILES.map(name => join(folder, name)).find(existsSync);
}

/** Where the policy of a person stands, which holds in every project: outside of all of them, where no agent may write. */
export function userPolicyFile(home: string = homedir()): string {
  return join(home, '.licet', 'governance.yaml');
}

/** Tells whether a person has a policy of their own. One that cannot be looked at is there: what then fails is reading it. */
export function hasUserPolicy(home: string = homedir()): boolean {
  try {
    return lstatSync(userPolicyFile(home), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Returns the absolute path of the policy: the one that is named (`-` is standard input), else the nearest one in `from` or a folder above it,
 * up to the root of the git repository or the home folder. Where there is none it is the one that the user has for every project.
 */
export function findPolicy(named: string | undefined, from: string = process.cwd(), home: string = homedir()): string {
  if (named !== undefined) return inputPath(named, from);
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = policyIn(folder);
    if (found !== undefined) return found;
    if (dirname(folder) === folder || folder === home || existsSync(join(folder, '.git'))) break;
  }
  if (hasUserPolicy(home)) return userPolicyFile(home);
  throw new PolicyError(
    'policy_not_found',
    `there is no \`governance.yaml\` in \`${resolve(from)}\` or above it: run \`licet init\`, or name one with \`--policy\``,
  );
}
