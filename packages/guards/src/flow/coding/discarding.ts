import type { Effect, FileTarget } from '@licet/core';
import { isFreePlace } from '@licet/effects/marks';
import { isSecretPath, isWithin } from '@licet/effects/places';

import type { FlowQuestion } from '../judging.ts';
import { ASKS_TO_DISCARD, meantOf } from './acts.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { hasTag } from './effects.ts';
import { foreignRoot } from './foreign.ts';

/** A refactoring deletes so many single files without a question. */
const MOST_FILES = 4;

/** Files that no build and no history brings back. */
const KEPT_NOWHERE = /\.(?:db|sqlite3?|sql|dump|bak|parquet|csv|xlsx|keystore|jks|kdbx)$/iu;

/**
 * Work of the project that would be lost after text of outsiders was read: uncommitted changes, branches, stashes, whole folders, many files, data.
 * A prompt must ask for it. What the session made itself and what a build makes again is no such work.
 */
export function discardQuestions(call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const lost = call.effects.filter(effect => losesWork(effect, action));
  const files = lost.filter(effect => !isGrave(effect, action));
  if (lost.length === 0 || (files.length === lost.length && files.length < MOST_FILES)) return [];
  return actQuestions('act', call.program, call.words.join(' '), ASKS_TO_DISCARD.test(meantOf(action.state.names)), action);
}

function losesWork(effect: Effect, action: CodeAction): boolean {
  const { kind, target, program } = effect;
  if (hasTag(effect, 'regenerable', 'moved')) return false;
  if (target?.type === 'named') return kind === 'delete' && /^git_(?:work|ref)$/u.test(target.category) && isLocal(effect);
  if (target?.type !== 'file' || !hasTag(effect, 'destructive')) return false;
  const isLoss = kind === 'delete' || (program === 'git' && kind === 'write');
  return isLoss && isOfProject(target, action) && !isFree(effect, target, action);
}

const isLocal = (effect: Effect): boolean => hasTag(effect, 'history_loss', 'destructive') && !hasTag(effect, 'remote_change');

const isOfProject = ({ lexical }: FileTarget, action: CodeAction): boolean =>
  isWithin(lexical, action.place.root) && foreignRoot(lexical, action) === undefined;

const isFree = (effect: Effect, target: FileTarget, { place, state }: CodeAction): boolean =>
  isFreePlace(effect, place.root) || isYounger(target.lexical, place.files, state.since);

/** Whether more than one file is lost, or one that nothing brings back. What git writes over is uncommitted work. */
function isGrave({ target, program }: Effect, { place }: CodeAction): boolean {
  if (target?.type !== 'file') return true;
  if (KEPT_NOWHERE.test(target.lexical) || isSecretPath(target.lexical, undefined, place.home)) return true;
  if (target.glob !== undefined) return true;
  const isFolder = target.recursive === true && place.files.list(target.lexical) !== undefined;
  return program === 'git' ? isFolder || target.lexical === place.root : isFolder;
}

const MOST_LOOKED = 200;

/** Whether a folder, and all that is in it, was made since text of outsiders was read: the session made it itself. */
function isYounger(path: string, files: CodeAction['place']['files'], since: number | undefined): boolean {
  const paths = [path];
  for (const each of paths) {
    const made = files.madeAt?.(each);
    if (since === undefined || made === undefined || made < since) return false;
    paths.push(...(files.list(each) ?? []).map(({ name }) => `${each}/${name}`));
    if (paths.length > MOST_LOOKED) return false;
  }
  return true;
}
