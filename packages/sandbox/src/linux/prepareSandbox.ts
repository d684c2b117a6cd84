import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isWithin } from '@licet/effects/places';

import { compileRules } from '../plan/closedPaths.ts';
import type { ClosedPaths } from '../plan/closedPaths.ts';
import { GOVERNING } from '../plan/sandboxPlan.ts';
import type { SandboxPlan } from '../plan/sandboxPlan.ts';
import { SandboxError } from '../sandboxError.ts';
import { governedNames } from './governedNames.ts';
import { MOST_MOUNTS, mountsOf } from './mounts.ts';
import type { Mount } from './mounts.ts';
import { sharedRepository } from './repository.ts';
import type { Mask, WalkMemory } from './walkMemory.ts';
import { masksWithin, walkProject } from './walkProject.ts';
import type { Walked } from './walkProject.ts';

/** A plan, as mounts of this machine. */
export interface PreparedSandbox {
  readonly mounts: readonly Mount[];
  readonly masks: readonly Mask[];
  /** Paths that must be made as empty folders before the mounts. */
  readonly placeholders: readonly string[];
  /** Folders in which something could be planted. */
  readonly folders: readonly string[];
  readonly closed: ClosedPaths;
  /** Repositories inside of the project. */
  readonly nested: readonly string[];
  /** How many files and links of the project are neither below a mask nor in one of these; undefined where the plan shows only parts of the project. */
  readonly files: number | undefined;
}

/** How a plan is lowered. */
export interface PrepareOptions {
  /** Whether `.git` may be changed. */
  readonly gitWrites: boolean;
  /** Whether empty folders are made in the place of governing files that do not exist. @defaultValue true */
  readonly makes?: boolean;
  /** What earlier looks at folders have found. @defaultValue every folder is listed */
  readonly memory?: WalkMemory;
}

/**
 * Looks through the project and lowers a plan into mounts. `.git` is read-only unless `gitWrites` says that the command is a git command whose
 * effects are all known. Its hooks and settings are read-only always.
 *
 * @throws {SandboxError} if the project cannot be looked through, or has too many closed paths.
 */
export function prepareSandbox(plan: SandboxPlan, { gitWrites, makes = true, memory }: PrepareOptions): PreparedSandbox {
  const opened = withShared(present(plan), gitWrites);
  const { read, write } = opened;
  const closed = outsideRepositories(compileRules(opened));
  const top = read.filter(folder => !read.some(other => other !== folder && isWithin(folder, other)));
  const walked = walkProject(top, closed, { fixesGit: !gitWrites, ...(memory && { memory }) });
  const { missing, folders } = write.includes(plan.project) ? governedNames(plan) : { missing: [], folders: [] };
  const placeholders = makes ? missing : [];
  const fixed = [...(gitWrites ? [] : walked.repositories), ...folders, ...placeholders, ...namedFiles(opened)];
  const masks = masksWithin([...walked.masks, ...fixed.map(fixedMask)], read);
  const mounts = mountsOf(opened, masks);
  const nested = [...walked.isRepository].filter(
    folder => folder !== plan.project && isWithin(folder, plan.project) && hasHead(folder),
  );
  const closedHere = [...masks.map(({ path }) => path), ...nested];
  if (mounts.length > MOST_MOUNTS)
    throw new SandboxError(`the policy closes ${mounts.length} single paths, and a sandbox can have ${MOST_MOUNTS}`);
  return {
    mounts,
    masks,
    closed,
    placeholders,
    folders: walked.folders.filter(folder => write.some(each => isWithin(folder, each))),
    nested,
    files: top.some(folder => isWithin(plan.project, folder)) ? openFiles(plan.project, walked, closedHere) : undefined,
  };
}

/** An empty folder `.git` makes no repository: what is beside it is kept. */
const hasHead = (folder: string): boolean =>
  existsSync(join(folder, '.git', 'HEAD')) || lstatSync(join(folder, '.git'), { throwIfNoEntry: false })?.isFile() === true;

/** Counts the files of a project that are not in a closed folder below it. A walk reaches a folder before its content. */
function openFiles(project: string, { files }: Walked, paths: readonly string[]): number {
  const closed = new Set(paths);
  closed.delete(project);
  let count = 0;
  for (const [folder, own] of files) {
    if (!isWithin(folder, project)) continue;
    if (folder !== project && (closed.has(folder) || closed.has(dirname(folder)))) closed.add(folder);
    else count += own;
  }
  return count;
}

/** What is not there cannot be mounted: a folder of the plan that a program would have to make first stays closed. */
const present = (plan: SandboxPlan): SandboxPlan => ({
  ...plan,
  read: plan.read.filter(folder => existsSync(folder)),
  write: plan.write.filter(folder => existsSync(folder)),
});

/** The plan with the repository of a worktree, which git cannot work without. */
function withShared(plan: SandboxPlan, gitWrites: boolean): SandboxPlan {
  const shared = sharedRepository(plan.project);
  if (shared === undefined) return plan;
  return {
    ...plan,
    read: [...plan.read, shared],
    write: gitWrites && plan.write.length > 0 ? [...plan.write, shared] : plan.write,
  };
}

const fixedMask = (path: string): Mask => ({ path, as: 'readOnly', isFolder: true, by: { kind: 'freeze', rule: GOVERNING } });

/** Names in a repository are those of branches and objects: one that looks like a secret is none. */
const outsideRepositories =
  (closed: ClosedPaths): ClosedPaths =>
  path => {
    const by = closed(path);
    return by?.kind === 'hide' && path.includes('/.git/') ? undefined : by;
  };

/** Governing files by their absolute paths, which may lie in folders that the walk leaves out: Licet itself as a dependency of the project. */
const namedFiles = ({ freeze, write }: SandboxPlan): readonly string[] =>
  freeze
    .flatMap(({ patterns }) => patterns)
    .filter(path => path.startsWith('/') && path.includes('/node_modules/') && !/[*?[{]/u.test(path))
    .map(path => path.replaceAll('\\', ''))
    .filter(path => write.some(folder => isWithin(dirname(path), folder)) && existsSync(path));
