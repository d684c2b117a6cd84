import type { Effect, FileTarget, PassedOver } from '@licet/core';

import type { FileSystemPort } from '../places/fileSystem.ts';
import { isGovernedPath, RUNS_LATER } from '../places/governed.ts';
import { expandGlob, listBelow } from '../places/reach.ts';
import { isWithin } from '../places/lexical.ts';
import { isSecretPath } from '../places/secrets.ts';
import { mayReachSecrets } from '../places/secretsBelow.ts';
import { runsByItself, startsPrograms } from '../places/startFiles.ts';
import { isStream, isTemporaryFor } from '../places/temporary.ts';
import { INSTALLED, LATER_CODE, ORDINARY } from './fileNames.ts';

/** Where files are judged. */
export interface FilePlace {
  readonly root: string;
  readonly home: string;
  readonly files: FileSystemPort;
}

/** Folders of installed documentation and headers. */
const DOCUMENTATION = ['/usr/share/doc', '/usr/share/man', '/usr/include', '/usr/share/info'];

type Area = 'the project' | 'the null device' | 'a temporary folder' | 'installed documentation';

function areaOf(path: string, { root, home }: FilePlace): Area | undefined {
  if (isSecretPath(path, undefined, home) || isGovernedPath(path)) return undefined;
  if (isWithin(path, root)) return 'the project';
  if (isStream(path)) return path === '/dev/null' ? 'the null device' : undefined;
  if (isTemporaryFor(root, path)) return 'a temporary folder';
  return DOCUMENTATION.some(folder => isWithin(path, folder)) ? 'installed documentation' : undefined;
}

/** Both the path as it is written and the one that it leads to count. */
function areaOfBoth({ lexical, resolved }: FileTarget, place: FilePlace): Area | undefined {
  const [area, real] = [areaOf(lexical, place), areaOf(resolved, place)];
  return real === undefined ? undefined : area;
}

/** Says why a read shows no secret and nothing of elsewhere; undefined where that is not certain. */
export function readReason({ target, tags = [], passesOver }: Effect, place: FilePlace): string | undefined {
  if (target?.type !== 'file' || tags.some(tag => tag !== 'metadata' && tag !== 'inline_code')) return undefined;
  const isContent = !tags.includes('metadata');
  if (isContent && (mayReachSecrets(target, place) || mayFollowLinks(target, passesOver, place))) return undefined;
  const area = areaOfBoth(target, place);
  return area === undefined ? undefined : `reads ${isContent ? 'files' : 'names'} in ${area}`;
}

/** How many entries of a folder are looked at for links. */
const MOST_ENTRIES = 3_000;

/**
 * Whether a pattern, or a search through a folder, may come to a file by a link that leads out of the project or to a secret. A search that passes
 * links over reads none.
 */
function mayFollowLinks({ glob, lexical, recursive }: FileTarget, passesOver: PassedOver | undefined, place: FilePlace): boolean {
  const { files } = place;
  const leadsAway = (path: string): boolean => {
    const real = files.realPath(path);
    return real !== undefined && areaOf(real, place) === undefined;
  };
  if (glob !== undefined && !glob.includes('**')) {
    const { paths, complete } = expandGlob(glob, files);
    return !complete || paths.some(leadsAway);
  }
  if ((glob === undefined && recursive !== true) || passesOver?.links === true) return false;
  const { complete, paths } = listBelow(
    lexical,
    path => files.readLink(path) !== undefined && leadsAway(path),
    files,
    MOST_ENTRIES,
  );
  return !complete || paths.length > 0;
}

/** Whether an effect writes to the null device, which keeps nothing. */
export const isThrownAway = ({ kind, target, tags = [] }: Effect): boolean =>
  kind === 'write' && target?.type === 'file' && tags.length === 0 && target.lexical === '/dev/null' && target.glob === undefined;

/** Marks that a certified change may have. Whether it really can be brought back is looked at here again. */
const CHANGE_MARKS = new Set([
  'destructive',
  'recoverable',
  'regenerable',
  'overwritten',
  'moved',
  'metadata',
  'own_work',
  'inline_code',
]);

/** Tells whether the session itself made a file and what is in it. */
export type IsOwn = (target: FileTarget) => boolean;

/** Says why a change of a file loses nothing that git or the session does not bring back, and starts nothing; undefined where that is not certain. */
export function changeReason(effect: Effect, place: FilePlace, isOwn: IsOwn): string | undefined {
  const { kind, target, tags = [], changes } = effect;
  if (target?.type !== 'file' || tags.some(tag => !CHANGE_MARKS.has(tag)) || changes !== undefined) return undefined;
  const area = areaOfBoth(target, place);
  if (area === 'a temporary folder' && areaOf(target.resolved, place) === area)
    return target.glob === undefined && !/\/\.[^/]*(?:\/|$)/.test(target.lexical) ? `changes files in ${area}` : undefined;
  // A link leads the change elsewhere, and a file with two names is changed under both.
  if (area !== 'the project' || target.lexical !== target.resolved) return undefined;
  if (target.lexical === place.root && target.glob === undefined) return undefined;
  // One of many packages is somebody's code; all of them are what a tool installs again.
  if (INSTALLED.test(target.lexical.slice(place.root.length).replace(/\/[^/]+$/, ''))) return undefined;
  return kind === 'delete' ? deleteReason(effect, target, place, isOwn) : writeReason(effect, target, place, isOwn);
}

/** Whether an effect writes nothing but ordinary places of the project. */
export function formatsProject({ target, tags = [] }: Effect, place: FilePlace): boolean {
  if (target?.type !== 'file' || tags.some(tag => !CHANGE_MARKS.has(tag))) return false;
  return (
    areaOfBoth(target, place) === 'the project' && target.lexical === target.resolved && !isHidden(target.lexical, place.root)
  );
}

function deleteReason({ tags = [] }: Effect, target: FileTarget, { root, files }: FilePlace, isOwn: IsOwn): string | undefined {
  if (tags.includes('regenerable') && !holdsRepository(target, files)) return 'deletes what a tool makes again';
  if (target.glob !== undefined || isHidden(target.lexical, root)) return undefined;
  if (isOwn(target)) return 'deletes what the session made';
  if (target.recursive === true) return undefined;
  return files.isHeldByGit?.([target.resolved]) === true ? 'deletes a file that git brings back' : undefined;
}

/** A folder with the name of build output may be a clone, with work that nothing brings back. */
const holdsRepository = ({ resolved, glob }: FileTarget, files: FileSystemPort): boolean =>
  glob === undefined && files.identity(`${resolved}/.git`) !== undefined;

const isHidden = (path: string, root: string): boolean => /\/\./.test(path.slice(root.length));

/** A pattern for names in one folder without links changes the files that it matches now, each by itself. */
function globReason(glob: string, folder: string, place: FilePlace, isOwn: IsOwn): string | undefined {
  if (glob.slice(folder.length + 1).includes('/') || place.files.list(folder)?.every(({ kind }) => kind !== 'link') !== true)
    return undefined;
  const { paths, complete } = expandGlob(glob, place.files);
  const reasons = paths.map(path => writeReason({}, { type: 'file', lexical: path, resolved: path }, place, isOwn));
  return complete && reasons.length > 0 && reasons.every(reason => reason !== undefined)
    ? 'changes files that git or the session brings back'
    : undefined;
}

function writeReason(
  { program }: Pick<Effect, 'program'>,
  target: FileTarget,
  place: FilePlace,
  isOwn: IsOwn,
): string | undefined {
  const { root, files } = place;
  const { resolved: path, glob, recursive } = target;
  if (recursive === true || isHidden(path, root)) return undefined;
  if (glob !== undefined) return globReason(glob, target.lexical, place, isOwn);
  const inside = path.slice(root.length);
  if (program === 'mkdir') return LATER_CODE.test(inside) ? undefined : 'makes a folder in the project';
  if (!ORDINARY.test(inside) || LATER_CODE.test(inside)) return undefined;
  if (startsPrograms(path) || RUNS_LATER.test(path) || runsByItself(path)) return undefined;
  const found = files.identity(path);
  if (found === undefined) return files.readLink(path) === undefined ? 'makes a file in the project' : undefined;
  if (found.links > 1 || found.isFolder === true) return undefined;
  if (isOwn(target)) return 'changes what the session made';
  if (files.text?.(path)?.trim() === '') return 'fills an empty file of the project';
  return files.isHeldByGit?.([path]) === true ? 'changes a file that git brings back' : undefined;
}
