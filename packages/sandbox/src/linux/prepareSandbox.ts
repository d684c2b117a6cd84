import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { isWithin } from '@licet/effects/places';

import { compileRules } from '../plan/closedPaths.ts';
import type { ClosedPaths } from '../plan/closedPaths.ts';
import type { SandboxPlan } from '../plan/sandboxPlan.ts';
import { governedNames } from './governedNames.ts';
import { MOST_MOUNTS, mountsOf } from './mounts.ts';
import type { Mount } from './mounts.ts';
import { sharedRepository } from './repository.ts';
import { WalkError, masksWithin, walkProject } from './walkProject.ts';
import type { Mask } from './walkProject.ts';

/** A plan, as mounts of this machine. */
export interface PreparedSandbox {
  readonly mounts: readonly Mount[];
  readonly masks: readonly Mask[];
  /** Paths that must be made as empty folders before the mounts. */
  readonly placeholders: readonly string[];
  /** Folders in which something could be planted. */
  readonly folders: readonly string[];
  readonly closed: ClosedPaths;
}

/** How a plan is lowered. */
export interface PrepareOptions {
  /** Whether `.git` may be changed. */
  readonly gitWrites: boolean;
  /** Whether empty folders are made in the place of governing files that do not exist. @defaultValue true */
  readonly makes?: boolean;
}

/**
 * Looks through the project and lowers a plan into mounts. `.git` is read-only unless `gitWrites` says that the command is a git command whose
 * effects are all known. Its hooks and settings are read-only always.
 *
 * @throws {WalkError} if the project cannot be looked through, or has too many closed paths.
 */
export function prepareSandbox(plan: SandboxPlan, { gitWrites, makes = true }: PrepareOptions): PreparedSandbox {
  const shared = sharedRepository(plan.project);
  const opened =
    shared === undefined
      ? plan
      : {
          ...plan,
          read: [...plan.read, shared],
          write: gitWrites && plan.write.length > 0 ? [...plan.write, shared] : plan.write,
        };
  const closed = outsideRepositories(compileRules(opened));
  const walked = walkProject(
    [...opened.read].filter(folder => !opened.read.some(other => other !== folder && isWithin(folder, other))),
    closed,
  );
  const isOpen = opened.write.includes(plan.project);
  const { missing, folders } = isOpen ? governedNames(plan) : { missing: [], folders: [] };
  const placeholders = makes ? missing : [];
  const fixed = (path: string): Mask => ({
    path,
    as: 'readOnly',
    isFolder: true,
    by: { kind: 'freeze', rule: 'self_protection' },
  });
  const masks = masksWithin(
    [
      ...walked.masks,
      ...(gitWrites ? [] : walked.repositories.map(fixed)),
      ...folders.map(fixed),
      ...placeholders.map(fixed),
      ...namedFiles(opened),
    ],
    opened.read,
  );
  const mounts = mountsOf(opened, masks);
  if (mounts.length > MOST_MOUNTS)
    throw new WalkError(`the policy closes ${mounts.length} single paths, and a sandbox can have ${MOST_MOUNTS}`);
  return {
    mounts,
    masks,
    closed,
    placeholders,
    folders: walked.folders.filter(folder => opened.write.some(each => isWithin(folder, each))),
  };
}

/** Names in a repository are those of branches and objects: one that looks like a secret is none. */
const outsideRepositories =
  (closed: ClosedPaths): ClosedPaths =>
  path => {
    const by = closed(path);
    return by?.kind === 'hide' && path.includes('/.git/') ? undefined : by;
  };

/** Governing files by their absolute paths, which may lie in folders that the walk leaves out: Licet itself as a dependency of the project. */
function namedFiles({ freeze, write }: SandboxPlan): readonly Mask[] {
  const paths = freeze
    .flatMap(({ patterns }) => patterns)
    .filter(path => path.startsWith('/') && path.includes('/node_modules/') && !/[*?[{]/u.test(path));
  return paths
    .map(path => path.replaceAll('\\', ''))
    .filter(path => write.some(folder => isWithin(dirname(path), folder)) && existsSync(path))
    .map(path => ({ path, as: 'readOnly', isFolder: true, by: { kind: 'freeze', rule: 'self_protection' } }));
}
