import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { inputPath } from '@licet/core/command';

import { PolicyError } from '../exit.ts';
import { isPinned, pinnedFolder, readPinOf } from '../pins/pin.ts';
import { POLICY_FILES, realOf } from './policyFiles.ts';
import { licetHome } from './licetHome.ts';

/** The policy of a folder itself; undefined where it has none. */
export function policyIn(folder: string): string | undefined {
  return POLICY_FILES.map(name => join(folder, name)).find(existsSync);
}

/** The path of a person's policy, which holds in every project: outside of all of them, where no agent may write. */
export function userPolicyFile(home: string = licetHome()): string {
  return join(home, '.licet', 'governance.yaml');
}

/**
 * Tells whether a person has a personal policy. One that cannot be looked at is there, since what then fails is reading it, and so is one that
 * was accepted and whose file is gone.
 */
export function hasUserPolicy(home: string = licetHome()): boolean {
  const file = userPolicyFile(home);
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined || isPinned(file);
  } catch {
    return true;
  }
}

/**
 * Returns the absolute path of the policy: the one that is named (`-` is standard input), else the nearest one in `from` or a folder above it,
 * up to the root of the git repository or the home folder. A folder whose policy was pinned has one, whether the file is there or not, and a pinned
 * folder counts beyond the repository too. If there is none, it is the policy that the user has for every project.
 */
export function findPolicy(
  named: string | undefined,
  from: string = process.cwd(),
  home: string = homedir(),
  place: string = home === homedir() ? licetHome() : home,
): string {
  if (named !== undefined) return inputPath(named, from);
  const start = resolve(from);
  const pinned = pinnedFolder(realOf(start));
  for (let folder = start; ; folder = dirname(folder)) {
    const found = policyIn(folder);
    if (found !== undefined) return found;
    if (pinned !== undefined && realOf(folder) === pinned) return join(folder, pinnedName(pinned));
    if (dirname(folder) === folder || folder === home || existsSync(join(folder, '.git'))) break;
  }
  if (pinned !== undefined) return join(pinned, pinnedName(pinned));
  if (hasUserPolicy(place)) return userPolicyFile(place);
  throw new PolicyError(
    'policy_not_found',
    `there is no \`governance.yaml\` in \`${start}\` or above it: run \`licet init\`, or name one with \`--policy\``,
  );
}

const pinnedName = (folder: string): string => readPinOf(folder)?.files[0]?.path ?? POLICY_FILES[0];
