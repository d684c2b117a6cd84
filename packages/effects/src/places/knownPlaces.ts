import type { Effect, EffectKind, FileTarget } from '@licet/core';
import type { Mark } from '../marks.ts';
import type { FileSystemPort } from './fileSystem.ts';
import { isWithin } from './lexical.ts';
import { markMoves } from './moves.ts';
import { isDataLost } from './overwritten.ts';
import { expandGlob, listBelow } from './reach.ts';
import { OWN_FOLDERS, SESSION_STORES } from './runtimes.ts';
import { isTemporaryFor } from './temporary.ts';

/** Where a project lies, and what may be looked at. */
export interface Surroundings {
  readonly root: string;
  readonly home?: string | undefined;
  readonly files?: FileSystemPort | undefined;
}

/** Most files of a folder that are looked up in git's index. */
const MAX_HELD = 300;

/**
 * Adds to effects that change files what is known about the place: the agent's own folders (`own_place`), other worktrees of
 * the same repository (`worktree`), and files that git holds unchanged (`recoverable`). Takes from files that are written as a whole the mark
 * `overwritten` where nothing is lost. Looks only where it may matter: at changes outside of the project, and at what would be lost in it.
 */
export function markPlaces(found: readonly Effect[], place: Surroundings): readonly Effect[] {
  const effects = markMoves(found, place);
  const isTree = ({ tags, target }: Effect): boolean =>
    tags?.includes('worktree') === true &&
    pathsOf(target).every(path => isBeside(path, place.root) || isOtherWorktree(path, place));
  const made = effects.filter(isTree).flatMap(({ target }) => pathsOf(target));
  return effects.map((effect, at) => {
    const { kind, target } = effect;
    const kept =
      target?.type === 'file' && effect.tags?.includes('overwritten') === true && !isDataLost(target, effects, at, place.files)
        ? effect.tags.filter(tag => tag !== 'overwritten')
        : effect.tags;
    const tags = isTree(effect) ? kept : kept?.filter(tag => tag !== 'worktree');
    if (target?.type !== 'file' || !CHANGES.has(kind) || tags?.includes('container') === true) return effect;
    const added = marksFor(target, tags ?? [], kind === 'delete', made, place);
    return added.length === 0 && tags?.length === effect.tags?.length ? effect : { ...effect, tags: [...(tags ?? []), ...added] };
  });
}

const CHANGES: ReadonlySet<string> = new Set<EffectKind>(['write', 'delete', 'configure']);

/** Beside the project, as people put worktrees: `../fix`, `../project-trees/fix`; not a hidden folder, which may be one of settings. */
function isBeside(path: string, root: string): boolean {
  const parent = root.slice(0, root.lastIndexOf('/') + 1);
  return parent.length > 1 && path.startsWith(parent) && /^[^./][^/]*(?:\/[^./][^/]*)?$/.test(path.slice(parent.length));
}

const pathsOf = (target: Effect['target']): readonly string[] =>
  target?.type === 'file' ? [target.lexical, target.resolved] : [];

function marksFor(
  target: FileTarget,
  tags: readonly string[],
  isDelete: boolean,
  made: readonly string[],
  place: Surroundings,
): readonly Mark[] {
  const paths = pathsOf(target);
  const all = (test: (path: string) => boolean): boolean => paths.every(test);
  const found: Mark[] = [];
  if (!all(path => isWithin(path, place.root)) && !all(path => isTemporaryFor(place.root, path))) {
    if (all(path => isOwn(path, place.home) && !(isDelete && holdsSessions(path, place.home)))) found.push('own_place');
    else if (!tags.includes('worktree') && all(path => made.some(tree => isWithin(path, tree)) || isOtherWorktree(path, place)))
      found.push('worktree');
  }
  const isLost = isDelete && tags.includes('destructive') && !tags.some(tag => SETTLED.has(tag));
  if (isLost && isDotnetOutput(target, place)) found.push('regenerable');
  else if (isLost && isHeld(target, place)) found.push('recoverable');
  return found;
}

const DOTNET_PROJECT = /\.(?:cs|fs|vb)proj$/i;
const DOTNET_OUTPUT =
  /^(?:Debug|Release|x64|x86|AnyCPU|ARM64|publish|net\d[\w.-]*|[\w.-]+\.(?:dll|exe|pdb|xml|json|config|so|dylib))$/;

/** Whether a folder is the `bin` beside a project of .NET, and holds what its builds put there. */
function isDotnetOutput({ lexical, resolved, glob }: FileTarget, { root, files }: Surroundings): boolean {
  if (files === undefined || glob !== undefined || lexical !== resolved || !lexical.endsWith('/bin') || !isWithin(lexical, root))
    return false;
  const beside = files.list(lexical.slice(0, -'/bin'.length)) ?? [];
  const inside = files.list(lexical) ?? [];
  return beside.some(({ name }) => DOTNET_PROJECT.test(name)) && inside.every(({ name }) => DOTNET_OUTPUT.test(name));
}

/** What needs no look into git: it can be had again, or nothing brings it back. */
const SETTLED: ReadonlySet<string> = new Set<Mark>(['recoverable', 'regenerable', 'catastrophic', 'history_loss']);

const isOwn = (path: string, home: string | undefined): boolean =>
  home !== undefined && path.startsWith(`${home}/`) && OWN_FOLDERS.test(path.slice(home.length));

/** Where agents keep their sessions: what is deleted there is what another one has done. */
const holdsSessions = (path: string, home: string = ''): boolean => SESSION_STORES.test(path.slice(home.length));

/** Where a `.git` leads to a repository that knows of it. Both ends must name each other: neither end alone proves it. */
function isOtherWorktree(path: string, { root, home, files }: Surroundings): boolean {
  const own = files === undefined ? undefined : repositoryAt(root, files);
  if (files?.text === undefined || own === undefined) return false;
  for (let tree = path; tree !== ''; tree = tree.slice(0, tree.lastIndexOf('/'))) {
    if (files.identity(`${tree}/.git`) === undefined) continue;
    if (isWithin(root, tree) || (home !== undefined && isWithin(home, tree))) return false;
    const link = gitFolderOf(tree, files);
    if (link === undefined) return `${tree}/.git` === own;
    return commonOf(link) === own && files.text(`${link}/gitdir`)?.trim() === `${tree}/.git`;
  }
  return false;
}

/** The `.git` folder of the repository that a worktree belongs to. */
function repositoryAt(tree: string, files: FileSystemPort): string | undefined {
  const link = gitFolderOf(tree, files);
  if (link !== undefined) return commonOf(link);
  return files.list(`${tree}/.git`) === undefined ? undefined : `${tree}/.git`;
}

const gitFolderOf = (tree: string, files: FileSystemPort): string | undefined =>
  /^gitdir: (\/.+)/.exec(files.text?.(`${tree}/.git`) ?? '')?.[1];

const commonOf = (link: string): string | undefined => /^(.+\/\.git)\/worktrees\/[^/]+$/.exec(link)?.[1];

function isHeld(target: FileTarget, { files }: Surroundings): boolean {
  if (files?.isHeldByGit === undefined) return false;
  const named = target.glob === undefined ? undefined : expandGlob(target.glob, files);
  if (named?.complete === false) return false;
  const starts = named === undefined ? [target.resolved] : named.paths.map(path => files.realPath(path) ?? path);
  const paths: string[] = [];
  for (const start of starts) {
    if (files.list(start) === undefined) paths.push(start);
    else {
      const reach = target.recursive === true ? filesBelow(start, files) : undefined;
      if (reach === undefined) return false;
      paths.push(...reach);
    }
    if (paths.length > MAX_HELD) return false;
  }
  return paths.length > 0 && files.isHeldByGit(paths);
}

/** Every file below a folder; undefined when there are too many, or another repository is among them. */
function filesBelow(folder: string, files: FileSystemPort): readonly string[] | undefined {
  const { paths, complete } = listBelow(folder, () => true, files, MAX_HELD);
  if (!complete || paths.some(path => path.endsWith('/.git'))) return undefined;
  return paths.filter(path => files.list(path) === undefined);
}
