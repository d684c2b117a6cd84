import type { Effect, FileTarget } from '@licet/core';
import type { FileSystemPort } from './fileSystem.ts';
import { compileGlob, expandBraces } from './glob.ts';
import { isWithin } from './lexical.ts';
import { lossTags } from './losses.ts';

/** Where a project lies, and what may be looked at. */
interface Surroundings {
  readonly root: string;
  readonly home?: string | undefined;
  readonly files?: FileSystemPort | undefined;
}

/** An effect on a file or a folder. */
export interface FileEffect extends Effect {
  readonly target: FileTarget;
}

const onFile = (effect: Effect): effect is FileEffect => effect.target?.type === 'file';

const pathsOf = ({ lexical, resolved }: FileTarget): readonly string[] => [lexical, resolved];

/** The name of a target, or the pattern of its names. */
const nameOf = ({ glob, lexical }: FileTarget): string => glob ?? lexical;

/** Whether an effect has a mark. */
export const has = ({ tags = [] }: Effect, mark: string): boolean => tags.includes(mark);

const isMove = (effect: Effect): effect is FileEffect =>
  effect.kind === 'delete' && onFile(effect) && has(effect, 'moved') && !has(effect, 'destructive');

/** Folders that tools own: what lies in them goes when the tool is run again, and nothing else is kept there. */
const TOOL_FOLDER =
  /\/(?:node_modules|bower_components|\.venv|venv|__pycache__|site-packages|\.terraform|\.tox|\.nox|\.next|\.nuxt|\.turbo|\.gradle|\.dart_tool|Pods|DerivedData|\.[\w-]*cache)(?:\/|$)/;

/** Whether deleting one target takes another one away. */
function takesAway({ target: { glob, recursive }, target }: FileEffect, other: FileTarget): boolean {
  const name = nameOf(other);
  if (glob === undefined)
    return pathsOf(target).some(
      path => name === path || (recursive === true && [name, other.resolved].some(at => isWithin(at, path))),
    );
  return expandBraces(glob).some(pattern => {
    try {
      return compileGlob(pattern.slice(1), recursive === true)(name.slice(1));
    } catch {
      return isWithin(name, target.lexical);
    }
  });
}

/** What an effect that moves something writes, at the first place behind it, and where later effects begin. */
function destinationsOf(effects: readonly Effect[], at: number): { readonly to: readonly FileEffect[]; readonly end: number } {
  const program = effects[at]?.program;
  const isWrite = (effect: Effect): effect is FileEffect => effect.kind === 'write' && onFile(effect);
  const start = effects.findIndex((effect, i) => i > at && isWrite(effect));
  const rest = start < 0 ? [] : effects.slice(start);
  const other = rest.findIndex(effect => !isWrite(effect) || effect.program !== program);
  const to = (other < 0 ? rest : rest.slice(0, other)).filter(isWrite);
  return { to, end: start + to.length };
}

/** What is moved, and what comes of it. */
interface Move {
  readonly target: FileTarget;
  readonly to: readonly FileEffect[];
  /** What the action does afterwards. */
  readonly later: readonly Effect[];
}

const isDelete = (effect: Effect): effect is FileEffect => effect.kind === 'delete' && onFile(effect);

/** Whether what has been moved is deleted where it lies now, and nothing has moved it on or put it back before. */
function isDeletedThere({ target, to, later }: Move): boolean {
  const at = later.findIndex(effect => isDelete(effect) && to.some(one => takesAway(effect, one.target)));
  const isBack = (effect: Effect): boolean =>
    effect.kind === 'write' && onFile(effect) && pathsOf(effect.target).some(path => isWithin(path, target.lexical));
  return at >= 0 && later[at]?.tags?.includes('moved') !== true && !later.slice(0, at).some(isBack);
}

/**
 * Marks what a move loses: what goes out of the project, into a folder that a tool owns, or to where a later effect of the same action
 * deletes it. What only tools have made is made again under another name, too.
 */
export function markMoves(effects: readonly Effect[], place: Surroundings): readonly Effect[] {
  if (!effects.some(isMove)) return effects;
  const { root, files } = place;
  const [made, held] = [new Set<Effect>(), new Set<string>()];
  const isOutside = (target: FileTarget): boolean => pathsOf(target).every(path => !isWithin(path, root));
  const isThere = ({ glob, resolved }: FileTarget): boolean => glob !== undefined || files?.identity(resolved) !== undefined;
  const lossOf = ({ lexical, glob }: FileTarget): readonly string[] => lossTags(lexical, glob, true, { ...place, cwd: root });
  const isLost = (move: Move): boolean => {
    const [first] = move.to;
    if (first !== undefined && isOutside(first.target)) return true;
    const isHidden = move.to.some(
      ({ target: { lexical } }) => isWithin(lexical, root) && TOOL_FOLDER.test(lexical.slice(root.length)),
    );
    const isHeld = isThere(move.target) || held.has(move.target.lexical);
    if (isHeld) for (const { target } of move.to) held.add(target.lexical);
    return isHeld && (isHidden || isDeletedThere(move));
  };
  const marked = effects.map((effect, i) => {
    if (!isMove(effect) || isOutside(effect.target)) return effect;
    const { target } = effect;
    const { to, end } = destinationsOf(effects, i);
    const later = effects.slice(end);
    const loss = lossOf(target);
    if (loss.includes('regenerable')) {
      const gone = new Set(to.filter(one => !isThere(one.target)).map(one => one.target.lexical));
      for (const other of later) if (isDelete(other) && gone.has(other.target.lexical)) made.add(other);
      return effect;
    }
    const isSaid = effects.some(other => onFile(other) && other.target.lexical === target.lexical && has(other, 'destructive'));
    if (isSaid || !isLost({ target, to, later })) return effect;
    return { ...effect, tags: [...new Set([...(effect.tags ?? []), 'destructive', ...loss])] };
  });
  return marked.map(effect => (made.has(effect) ? { ...effect, tags: [...(effect.tags ?? []), 'regenerable'] } : effect));
}
