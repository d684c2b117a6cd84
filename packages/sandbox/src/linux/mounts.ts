import { dirname } from 'node:path';

import { isWithin } from '@licet/effects/places';

import type { SandboxPlan } from '../plan/sandboxPlan.ts';
import type { Mask } from './walkMemory.ts';

/** One mount at a path, in the order in which they are made: a folder before what is in it. */
export interface Mount {
  readonly path: string;
  readonly as: 'writable' | 'readOnly' | 'emptyFile' | 'emptyFolder';
}

/** The most mounts of one sandbox. The kernel allows more; so many mean that a rule closes single files by the thousand. */
export const MOST_MOUNTS = 20_000;

/**
 * Returns the mounts of the folders of a plan, with what masks close in them. Each folder between a closed path and the folder that may be changed is
 * mounted onto itself: it could be moved away otherwise, with the closed path in it.
 */
export function mountsOf({ read, write }: SandboxPlan, masks: readonly Mask[]): readonly Mount[] {
  const readOnly = masks.filter(({ as }) => as === 'readOnly');
  const isFixed = (path: string): boolean =>
    readOnly.some(mask => mask.isFolder && mask.path !== path && isWithin(path, mask.path));
  const between = masks
    .flatMap(({ path }) => foldersAbove(path, write))
    .filter(path => !isFixed(path) && !readOnly.some(mask => mask.path === path));
  const mounts: readonly Mount[] = [
    ...read.map(path => ({ path, as: 'readOnly' as const })),
    ...write.map(path => ({ path, as: 'writable' as const })),
    ...[...new Set(between)].map(path => ({ path, as: 'writable' as const })),
    ...readOnly.filter(({ path }) => !isFixed(path)).map(({ path }) => ({ path, as: 'readOnly' as const })),
    ...masks
      .filter(({ as }) => as === 'empty')
      .map(({ path, isFolder }) => ({ path, as: isFolder ? ('emptyFolder' as const) : ('emptyFile' as const) })),
  ];
  const byPath = new Map(mounts.map(mount => [mount.path, mount]));
  return [...byPath.values()].toSorted((a, b) => depth(a.path) - depth(b.path));
}

const depth = (path: string): number => path.split('/').length;

/** The folders above a path up to a folder of a list, which is left out itself. */
function foldersAbove(path: string, roots: readonly string[]): readonly string[] {
  const root = roots.find(each => each !== path && isWithin(path, each));
  if (root === undefined) return [];
  const above: string[] = [];
  for (let folder = dirname(path); folder !== root && folder !== '/'; folder = dirname(folder)) above.push(folder);
  return above;
}
