import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sha256 } from '@licet/core/text';

import { policyIn } from '../policy/findPolicy.ts';
import { writeWhole } from '@licet/server/resident';
import type { ServiceConfig } from '@licet/server/service';

/** A project whose state the service keeps. */
export interface KnownProject {
  readonly uid: number;
  /** The real path of the folder of its policy. */
  readonly root: string;
}

/** The folder that the service has for a user in place of `~`. */
export const homeFor = ({ state }: Pick<ServiceConfig, 'state'>, uid: number): string => join(state, 'users', String(uid));

/**
 * The folder of the state of a project. The same folder is another project for another user: what one user's agent reports is nothing that
 * another user's agent can rely on.
 */
export function stateFolder({ state }: Pick<ServiceConfig, 'state'>, { uid, root }: KnownProject): string {
  return join(state, 'projects', sha256(`${uid}\n${root}`).slice(0, 32));
}

/** Makes the folder of a project's state, and writes down whose it is. For the service alone. */
export function makeStateFolder(config: Pick<ServiceConfig, 'state'>, project: KnownProject): string {
  const folder = stateFolder(config, project);
  // The state lies where it would lie in a project.
  for (const each of [folder, join(folder, '.licet')]) makeOpenFolder(each);
  writeWhole(join(folder, 'project.json'), `${JSON.stringify(project)}\n`);
  return folder;
}

/** Every project whose state is kept. What cannot be read is left out. */
export function knownProjects({ state }: Pick<ServiceConfig, 'state'>): readonly KnownProject[] {
  const folder = join(state, 'projects');
  return readdirSync(folder).flatMap(name => {
    try {
      const { uid, root } = JSON.parse(readFileSync(join(folder, name, 'project.json'), 'utf8')) as Partial<KnownProject>;
      return typeof uid === 'number' && typeof root === 'string' ? [{ uid, root }] : [];
    } catch {
      return [];
    }
  });
}

/**
 * Makes a folder that others can pass through and neither list nor write: the process looks at its own state file by its path also while it has
 * the rights of somebody else.
 */
export function makeOpenFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}

/** The projects that an approver means: the one that a policy governs, else all. `owner` narrows them to one user. */
export function meantProjects(
  known: readonly KnownProject[],
  policy: string | undefined,
  owner: number | undefined,
): readonly KnownProject[] {
  return known.filter(
    ({ uid, root }) => (policy === undefined || root === dirname(policy)) && (owner === undefined || uid === owner),
  );
}

/** The policy of a project as it lies there now. */
export const policyOf = ({ root }: KnownProject): string => policyIn(root) ?? join(root, 'governance.yaml');
