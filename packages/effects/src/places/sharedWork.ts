import type { Effect, FileTarget } from '@licet/core';
import type { Work } from '../work.ts';
import { createWork } from '../work.ts';
import type { FileSystemPort } from './fileSystem.ts';
import type { BoundedFiles } from './boundedFiles.ts';
import { boundFiles } from './boundedFiles.ts';

const budgets = new WeakMap<object, { readonly work: Work; readonly ports: Map<FileSystemPort, BoundedFiles> }>();

/**
 * Lets the judge of these effects draw on the budget that was left when they were found: guards list folders for globs and trees,
 * and all of that is work for one action.
 */
export const shareWork = (effects: readonly Effect[], work: Work): void => {
  const shared = { work, ports: new Map() };
  for (const { target } of effects) if (target?.type === 'file') budgets.set(target, shared);
};

/**
 * Returns what gives the judge of these effects the budget again that is left now. Effects that are kept and judged again would else share one budget,
 * and be judged the stricter the more often they come.
 */
export const budgetOf = (effects: readonly Effect[]): (() => void) => {
  const target = effects.find(effect => effect.target?.type === 'file')?.target;
  const left = target && budgets.get(target)?.work.left;
  return () => shareWork(effects, createWork(left));
};

/** The target with everything below it, on the budget of the same action. */
export const treeOf = (target: FileTarget): FileTarget => {
  const tree = { ...target, recursive: true };
  const shared = budgets.get(target);
  if (shared !== undefined) budgets.set(tree, shared);
  return tree;
};

/** The budget of the action that a target belongs to; for a target that no analyser found, a new one. */
export const workFor = (target: object): Work => budgets.get(target)?.work ?? createWork();

/** The file system as far as the action with this target may still ask it. Effects that no analyser found have a budget each. */
export const filesFor = (target: object, files: FileSystemPort): BoundedFiles => {
  const shared = budgets.get(target) ?? { work: createWork(), ports: new Map<FileSystemPort, BoundedFiles>() };
  const known = shared.ports.get(files);
  if (known !== undefined) return known;
  const bounded = boundFiles(files, shared.work);
  shared.ports.set(files, bounded);
  return bounded;
};
