import type { Action, Effect, FileTarget, Json, Obligations, PassedOver, Verdict } from '@licet/core';
import { pass } from '@licet/core';
import { isWithin, searchedBelow } from '@licet/effects/places';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { shortPath } from '../judging/findings.ts';
import { canMeet, narrowed } from './secretsAmong.ts';
import type { Meets } from './secretsAmong.ts';

/** What a read of a folder, or of a pattern, opens that is off limits. */
export interface DeniedAmong {
  readonly effect: Effect;
  /** Files that are off limits; what they lie in where all of that is. */
  readonly paths: readonly string[];
  /** False where there may be more. */
  readonly complete: boolean;
}

/** Most paths that a message names, and that words leave out. */
const MOST_NAMED = 3;
const MOST_LEFT_OUT = 12;

/**
 * Finds what a read of a folder, or of a pattern, opens that is off limits, when one looks. Undefined for a read of one file, and where the files cannot
 * be listed: then the patterns alone are compared.
 */
export function deniedAmong(effect: Effect, target: FileTarget, deny: PathMatcher, place: KnownPlace): DeniedAmong | undefined {
  const isWide = target.recursive === true || target.glob !== undefined;
  if (effect.kind !== 'read' || !isWide) return undefined;
  const isDenied = (path: string): boolean => deny.match(path).length > 0;
  if (place.files.list(target.lexical) === undefined) {
    const isFreeFile = place.files.identity(target.lexical) !== undefined && ![target.lexical, target.resolved].some(isDenied);
    return isFreeFile ? { effect, paths: [], complete: true } : undefined;
  }
  if (target.glob === undefined && ['/~any', '/.~any/~any'].every(name => isDenied(target.lexical + name))) return undefined;
  const { paths, complete } = searchedBelow(target, effect.passesOver, isDenied, place.files);
  return { effect, paths: [...new Set(paths.map(path => wholeFolder(path, target.lexical, deny)))], complete };
}

/** The uppermost folder around a file of which everything is off limits; the file where there is none. */
function wholeFolder(path: string, top: string, deny: PathMatcher): string {
  const parts = path.slice(top.length + 1).split('/');
  for (let at = 1; at < parts.length; at += 1) {
    const folder = `${top}/${parts.slice(0, at).join('/')}`;
    if (deny.match(`${folder}/~any`).length > 0 && deny.match(`${folder}/.~any/~any`).length > 0) return folder;
  }
  return path;
}

/** The words of a search that leave a path out; undefined for what cannot be written without doubt. */
function wordsFor(path: string, over: PassedOver | undefined, action: Action, { root, files }: KnownPlace): string | undefined {
  const { leaveOut } = over ?? {};
  const from = action.cwd ?? root;
  const inside = path.startsWith(`${from}/`) ? path.slice(from.length + 1) : path;
  if (leaveOut === undefined || !/^[\w./@+-]+$/.test(inside)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isFolder = files.list(path) !== undefined;
  const words = isFolder
    ? leaveOut.replace('--exclude=', '--exclude-dir=').replace("--ignore-file='is:", "--ignore-dir='")
    : leaveOut;
  return words.replace('{name}', () => name).replace('{path}', () => inside);
}

/** The same read of each path by itself, with the words that leave it out. */
const asSearches = ({ effect, paths }: DeniedAmong, action: Action, place: KnownPlace): readonly Effect[] =>
  paths.map(path => {
    const leftOutBy = wordsFor(path, effect.passesOver, action, place);
    const target = { type: 'file', lexical: path, resolved: path } as const;
    return { ...effect, target, ...(leftOutBy !== undefined && { leftOutBy }) };
  });

/** The arguments of the call that leave out all that is off limits, and the secrets that lie among the rest. */
function without(denied: readonly DeniedAmong[], action: Action, effects: readonly Effect[], place: KnownPlace) {
  const searches = denied.flatMap(each => asSearches(each, action, place));
  const secrets = effects.filter(({ tags, target }) => tags?.includes('among') === true && target?.type === 'file');
  const isWhole = denied.every(({ complete }) => complete) && searches.length <= MOST_LEFT_OUT;
  return isWhole && searches.every(({ leftOutBy }) => leftOutBy !== undefined)
    ? { rewrite: narrowed(action, [...searches, ...secrets]), isAlone: secrets.length === 0 }
    : { rewrite: undefined, isAlone: false };
}

/** One finding for each read: what it would open, and the command that leaves it out. */
export function deniedFindings(
  denied: readonly DeniedAmong[],
  action: Action,
  effects: readonly Effect[],
  place: KnownPlace,
): readonly Finding[] {
  const { rewrite } = without(denied, action, effects, place);
  const command: Json | undefined = rewrite?.['command'];
  return denied.map(each => {
    const words = [...new Set(asSearches(each, action, place).flatMap(({ leftOutBy }) => leftOutBy ?? []))];
    const fix =
      words.length === 0
        ? 'name the files and folders that are needed'
        : `leave out what is off limits: \`${words.join(' ').replaceAll(/(?<= )-- /g, '')}\``;
    return {
      ruling: 'block',
      code: 'path_denied',
      reason: `it also reads ${namesOf(each, place)}, which ${each.paths.length > 1 ? 'are' : 'is'} off limits`,
      fix,
      effect: each.effect,
      ...(typeof command === 'string' && { command }),
    };
  });
}

function namesOf({ effect, paths, complete }: DeniedAmong, place: KnownPlace): string {
  const { target } = effect;
  if (paths.length === 0) return target?.type === 'file' ? `what lies below ${shortPath(target.lexical, place)}` : 'files';
  const more = paths.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${more} more` : complete ? '' : ' and perhaps more';
  return (
    paths
      .slice(0, MOST_NAMED)
      .map(path => shortPath(path, place))
      .join(', ') + rest
  );
}

/** Lets the search run without what is off limits, where the caller can rewrite the call; undefined where it cannot. */
export function leavingOut(
  denied: readonly DeniedAmong[],
  { action, effects, meets }: { readonly action: Action; readonly effects: readonly Effect[]; readonly meets: Meets },
  place: KnownPlace,
): Verdict | undefined {
  if (denied.length === 0 || meets === undefined || !canMeet(meets, 'rewrite')) return undefined;
  const { rewrite, isAlone } = without(denied, action, effects, place);
  if (rewrite === undefined || !isAlone) return undefined;
  const notice = `left out of the search, since it is off limits: ${denied.map(each => namesOf(each, place)).join(', ')}`;
  const obligations: Obligations = { rewrite, ...(canMeet(meets, 'notices') && { notices: [notice] }) };
  return pass({ obligations });
}

/** Whether a file is among what a search reads that is judged as a whole. */
export function isAmongSearched({ target, program, tags }: Effect, effects: readonly Effect[]): boolean {
  if (tags?.includes('among') !== true || target?.type !== 'file') return false;
  return effects.some(
    ({ passesOver, target: top, program: by }) =>
      passesOver !== undefined && by === program && top?.type === 'file' && isWithin(target.lexical, top.lexical),
  );
}
