import type { Effect, FileTarget } from '@licet/core';
import { createPathMatcher, filesFor, findHardLink, matcherFor, programPatterns, treeOf } from '@licet/effects/places';
import type { KnownPlace, PathMatcher, PathMatcherOptions } from '@licet/effects/places';

/** Programs that put other content where something was. Builds and formatters, which change a tree as well, are none. */
const PLACERS = new Set(['cp', 'install', 'ln', 'mv', 'patch', 'rsync', 'tar', 'bsdtar', 'unzip', '7z', 'cpio', 'scp']);
/** They change who may write, not what is written. */
const ACCESS = new Set(['chmod', 'chown', 'chgrp']);

type FileEffect = Effect & { readonly target: FileTarget };

/** What is looked at: the program's own files and folders, and the packages that it may be installed as. */
interface Judge {
  readonly program: readonly string[];
  readonly place: KnownPlace;
  readonly packages: PathMatcher;
  readonly own: PathMatcher;
}

/** The effects by which the program that judges may become another one. */
interface ProgramChanges {
  readonly changesIn: (effects: readonly Effect[]) => readonly Effect[];
  /** Files of the program as words of a program without a description. */
  readonly namesIn: (effects: readonly Effect[]) => readonly Effect[];
}

/**
 * Finds the effects that put something else in the place of the program that judges: writes and deletes of its files by
 * name, by a glob, through a link, and by moving or linking over a folder around it. A package manager, a build and a
 * deletion of the whole folder are left alone: a program that is gone cannot judge, and the runtime then stops the call.
 */
export function programChanges(program: readonly string[], place: KnownPlace): ProgramChanges {
  const packages = matcherFor('program', programPatterns, place, 'restrict');
  const own = matcherFor('program', program.map(quoted), place, 'restrict');
  const judge = { program, place, packages, own };
  const changesIn = (effects: readonly Effect[]): readonly Effect[] => {
    const changes = effects.filter(isChange);
    const gone = changes.filter(isWholeDelete);
    let held: readonly FileEffect[] | undefined;
    const isReplaced = (effect: FileEffect): boolean =>
      gone.some(one => replaces(effect, one)) &&
      (held ??= gone.filter(({ target }) => holds(target, judge))).some(one => replaces(effect, one));
    return changes.filter(
      effect => isNamed(effect, judge) || reaches(effect, judge) || coversFolder(effect, judge) || isReplaced(effect),
    );
  };
  return { changesIn, namesIn: effects => namesIn(effects, judge) };
}

/** Files of the program that are named to a program without a description: it may change them. */
function namesIn(effects: readonly Effect[], judge: Judge): readonly Effect[] {
  const unlisted = new Set(
    effects.filter(({ kind, tags }) => kind === 'execute' && tags?.includes('unlisted') === true).map(({ program }) => program),
  );
  return effects.filter(
    effect =>
      isPossibleRead(effect) &&
      unlisted.has(effect.program) &&
      (isNamed(effect, judge) || isListed(effect.target, judge) || matchesPackage(effect.target, judge)),
  );
}

function isPossibleRead(effect: Effect): effect is FileEffect {
  return effect.target?.type === 'file' && effect.kind === 'read' && effect.certainty === 'possible';
}

/** A pattern for some packages, not for all of them, that matches a file of the program. */
function matchesPackage(target: FileTarget, { packages, place }: Judge): boolean {
  if (!/\/node_modules\/[^/]*[\w.-][^/]*/.test(target.glob ?? '')) return false;
  return packages.touches(target, place.files).length > 0;
}

function isNamed(effect: FileEffect, { program, place, packages, own }: Judge): boolean {
  const { target } = effect;
  const { lexical, resolved, glob, recursive } = target;
  if (packages.match(lexical).length > 0 || packages.match(resolved).length > 0) return true;
  if (own.match(lexical).length > 0 || own.match(resolved).length > 0)
    return !(isWholeDelete(effect) && glob === undefined && program.includes(lexical));
  return recursive !== true && glob === undefined && [packages, own].some(matcher => isAlias(target, matcher, place));
}

/** A glob, or a whole folder of packages, that is rewritten. */
function reaches(effect: FileEffect, judge: Judge): boolean {
  const { target, kind, program: by = '' } = effect;
  if (!isSome(effect) && isListed(target, judge)) return kind !== 'delete' || !isRegenerable(effect);
  const isWide = target.recursive === true || target.glob !== undefined;
  const isInPackages = /\/node_modules(?:\/|$)/.test(target.lexical);
  if (kind === 'delete' || !isWide || !isInPackages || ACCESS.has(by)) return false;
  return judge.packages.touches(target, judge.place.files).length > 0;
}

/** Some files, which a search has chosen that leaves packages out, and not all of them. */
const isSome = ({ kind, certainty, target }: FileEffect): boolean =>
  kind === 'write' && certainty === 'possible' && target.glob?.endsWith('/**/**') === true;

/** Whether a glob that may match many folders matches a file of the program. One that cannot be read may match any. */
function isListed(target: FileTarget, { program, own, place: { root, home, files } }: Judge): boolean {
  if (target.glob === undefined) return false;
  const matcher = tryMatcher(target.glob, { root, home, mode: 'grant' });
  if (matcher === undefined) return own.touches(target, files).length > 0;
  const filesOf = (path: string): readonly string[] => files.list(path)?.map(({ name }) => `${path}/${name}`) ?? [path];
  return program.some(path => filesOf(path).some(file => matcher.match(file).length > 0));
}

/** Something is put over a folder that the program lies in. */
function coversFolder({ kind, program: by = '', target }: FileEffect, judge: Judge): boolean {
  if (kind === 'delete' || !PLACERS.has(by) || target.lexical === judge.place.root || target.glob !== undefined) return false;
  return holds(target, judge);
}

/** Whether a folder that one effect takes away is filled again by another one. */
function replaces({ kind, program: by = '', target }: FileEffect, gone: FileEffect): boolean {
  return kind !== 'delete' && PLACERS.has(by) && isBelow(target.lexical, gone.target.lexical);
}

function holds(folder: FileTarget, { program, packages, place }: Judge): boolean {
  if (program.some(path => isBelow(path, folder.lexical) || isBelow(path, folder.resolved))) return true;
  return packages.touches(treeOf(folder), place.files).some(({ certainty }) => certainty === 'certain');
}

function isChange(effect: Effect): effect is FileEffect {
  return effect.target?.type === 'file' && ['write', 'delete', 'configure'].includes(effect.kind);
}

function isRegenerable({ tags = [] }: Effect): boolean {
  return tags.includes('regenerable');
}

function isWholeDelete(effect: FileEffect): boolean {
  const isWhole = effect.target.recursive === true || effect.tags?.includes('moved') === true;
  return effect.kind === 'delete' && isWhole;
}

function tryMatcher(glob: string, options: PathMatcherOptions): PathMatcher | undefined {
  try {
    return createPathMatcher([glob], options);
  } catch {
    return undefined;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function isAlias(target: FileTarget, matcher: PathMatcher, place: KnownPlace): boolean {
  return findHardLink(target.resolved, matcher, place.root, filesFor(target, place.files), 500)?.protectedPath !== undefined;
}

function quoted(path: string): string {
  return path.replace(/[\\*?[\]{}()]/g, '\\$&');
}
