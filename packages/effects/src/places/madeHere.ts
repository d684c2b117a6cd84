import type { Effect, FileTarget } from '@licet/core';
import type { FileSystemPort } from './fileSystem.ts';
import { parentOf } from './lexical.ts';

/** An effect on one file or one folder, no pattern. */
interface FileEffect extends Effect {
  readonly target: FileTarget;
}

const onFile = (effect: Effect, kind: Effect['kind']): effect is FileEffect =>
  effect.kind === kind && effect.target?.type === 'file' && effect.target.glob === undefined;

const has = ({ tags = [] }: Effect, mark: string): boolean => tags.includes(mark);

/**
 * Marks what a command deletes and has made itself: nothing lies there yet, and an earlier part of the command writes it, such as a script
 * that is run and removed. What was there before may have been saved in it. So the command must change nothing else that is there, or must
 * have read nothing of it.
 */
export function markMadeHere(effects: readonly Effect[], files: FileSystemPort | undefined): readonly Effect[] {
  const isLost = (effect: Effect): effect is FileEffect =>
    onFile(effect, 'delete') && has(effect, 'destructive') && !has(effect, 'catastrophic') && !has(effect, 'regenerable');
  if (files === undefined || !effects.some(isLost) || effects.some(effect => has(effect, 'moved'))) return effects;
  const seen = new Map<string, boolean>();
  const lies = (path: string): boolean => {
    const found = seen.get(path) ?? files.identity(path) !== undefined;
    seen.set(path, found);
    return found;
  };
  const isThere = ({ lexical, resolved }: FileTarget): boolean => lies(lexical) || lies(resolved);
  const saves = ({ kind, target }: Effect): boolean =>
    kind === 'unknown' || (kind === 'read' && (target?.type !== 'file' || target.glob !== undefined || isThere(target)));
  const changes = ({ kind, target }: Effect): boolean =>
    kind === 'unknown' ||
    ((kind === 'write' || kind === 'delete') && target?.type === 'file' && (target.glob !== undefined || isThere(target)));
  const saved = effects.findIndex(saves);
  // From there on a file may hold what was there before.
  const until = saved >= 0 && effects.some(changes) ? saved : effects.length;
  const { own, inside } = begunIn(effects);
  return effects.map((effect, at) => {
    if (at > until || !isLost(effect)) return effect;
    const { lexical, recursive } = effect.target;
    const begun = Math.min(own.get(lexical) ?? at, recursive === true ? (inside.get(lexical) ?? at) : at);
    return begun < at && !lies(lexical) ? { ...effect, tags: [...(effect.tags ?? []), 'regenerable'] } : effect;
  });
}

/** Where each file is first written for certain, and where the first file in each folder is. */
function begunIn(effects: readonly Effect[]): Readonly<Record<'own' | 'inside', ReadonlyMap<string, number>>> {
  const [own, inside] = [new Map<string, number>(), new Map<string, number>()];
  for (const [at, effect] of effects.entries()) {
    if (!onFile(effect, 'write') || effect.certainty !== 'certain' || own.has(effect.target.lexical)) continue;
    own.set(effect.target.lexical, at);
    for (let path = parentOf(effect.target.lexical); path.length > 1 && !inside.has(path); path = parentOf(path))
      inside.set(path, at);
  }
  return { own, inside };
}
