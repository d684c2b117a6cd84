import type { Effect, FileTarget } from '@licet/core';
import { isSetting } from '../../marks.ts';
import { decidesChecks, mayDecideChecks } from '../../places/deciding.ts';
import { absolutePath, baseName } from '../../places/lexical.ts';
import { classOf } from '../../programs/evidence.ts';
import { findDescriptor } from '../../programs/index.ts';
import { findingsIn } from '../../programs/rules/index.ts';
import { assignUses } from '../calls/assign.ts';
import { detailOf, plainCall } from '../calls/resolve.ts';

/** What a call changes beside the programs that it runs. */
export interface ChangedBy {
  /** The first thing that decides what checks do. */
  readonly decider: string | undefined;
  /** Where files come in whose names are not seen, and the program that brings them. */
  readonly brought: readonly { readonly target: FileTarget; readonly by: string }[];
  readonly files: ReadonlySet<string>;
  readonly cwd: string;
}

/** Finds what a call changes that may decide what its checks do. */
export function changesOf(effects: readonly Effect[], { cwd, root }: { cwd: string; root: string }): ChangedBy {
  const files = new Set<string>();
  const brought: { readonly target: FileTarget; readonly by: string }[] = [];
  let decider: string | undefined;
  for (const effect of effects) {
    const { kind, target, program = '' } = effect;
    if (isSetting(effect)) decider ??= 'a setting';
    if ((kind !== 'write' && kind !== 'delete') || target?.type !== 'file') continue;
    if (kind === 'write') files.add(target.lexical);
    const path = target.glob ?? target.lexical;
    const isPackages = kind === 'write' && decidesChecks(`${path}/x`, root) && pathsOf(effects, 'read', program).length > 0;
    if (isPackages || [path, target.resolved].some(each => decidesChecks(each, root)))
      decider ??= `\`${path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path}\``;
    else if (target.glob !== undefined || (kind === 'write' && target.recursive === true && !isInPlace(effects, effect)))
      brought.push({ target, by: program });
  }
  return { decider, brought, files, cwd };
}

const pathsOf = (effects: readonly Effect[], wanted: Effect['kind'], by: string): readonly string[] =>
  effects.flatMap(({ kind, target, program }) =>
    kind === wanted && program === by && target?.type === 'file' ? [target.glob ?? target.lexical] : [],
  );

/** Whether a folder is rewritten from itself, as formatters do, or from what git keeps: nothing comes in from elsewhere. */
function isInPlace(effects: readonly Effect[], { program = '' }: Effect): boolean {
  const [from, into] = [pathsOf(effects, 'read', program), new Set(pathsOf(effects, 'write', program))];
  return (from.length > 0 || program === 'git' || program === 'go') && from.every(path => into.has(path));
}

/**
 * Why a program proves nothing in a call that changes what it does: the configuration, a manifest, a setting, or the very script, or files
 * that may be among them. What the project is made of may change before it is tested.
 */
export function spoiledBy(
  { argv, folder }: { readonly argv: readonly string[]; readonly folder?: string },
  { decider, brought, files, cwd }: ChangedBy,
  root: string,
): string | undefined {
  if (decider !== undefined) return `${decider}, which decides what it does, changes in the same call`;
  const unseen = brought.find(({ target }) => mayDecideChecks(target, folder ?? root));
  if (unseen !== undefined)
    return `\`${unseen.by}\` changes files in the same call, and what decides what it does may be among them`;
  // Make does nothing for a target that is there.
  const words = classOf(argv) === undefined || argv[0] === 'make' ? argv : argv.slice(0, 1);
  const own = words.find(word => files.has(absolutePath(word, folder ?? cwd) ?? '') && !isOutput(word, argv));
  return own === undefined ? undefined : `\`${own}\` changes in the same call`;
}

/** Whether a call only writes what a word names, such as a plan: then it does not go by what another program wrote there. */
function isOutput(word: string, [program = '', ...rest]: readonly string[]): boolean {
  const descriptor = findDescriptor(baseName(program));
  if (descriptor === undefined || rest.filter(each => each === word).length !== 1) return false;
  const call = plainCall(program, descriptor, rest);
  const named = assignUses(call).find(({ field }) => field.text === word);
  const found = findingsIn(call.descriptors, call).find(
    finding => 'value' in finding && typeof finding.value !== 'string' && finding.value.text === word,
  );
  const use = found !== undefined && 'use' in found ? found.use : named?.use;
  return use !== undefined && detailOf(use).as === 'write';
}
