import type { Effect, FileTarget } from '@licet/core';

import type { FileSystemPort } from './fileSystem.ts';
import { isWithin } from './lexical.ts';

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
  if (files === undefined || !effects.some(effect => onFile(effect, 'delete') && has(effect, 'destructive'))) return effects;
  const isThere = ({ lexical, resolved }: FileTarget): boolean =>
    [lexical, resolved].some(path => files.identity(path) !== undefined);
  const isMoved = effects.some(effect => has(effect, 'moved'));
  const changes = (effect: Effect): boolean =>
    effect.kind === 'unknown' ||
    ((effect.kind === 'write' || effect.kind === 'delete') &&
      effect.target?.type === 'file' &&
      (effect.target.glob !== undefined || isThere(effect.target)));
  const isNew = ({ target }: Effect): boolean => target?.type === 'file' && target.glob === undefined && !isThere(target);
  return effects.map((effect, at) => {
    if (isMoved || !onFile(effect, 'delete') || !has(effect, 'destructive')) return effect;
    if (has(effect, 'catastrophic') || has(effect, 'regenerable')) return effect;
    const { lexical, recursive } = effect.target;
    if (files.identity(lexical) !== undefined) return effect;
    const begun = effects.findIndex(
      other =>
        onFile(other, 'write') &&
        other.certainty === 'certain' &&
        (other.target.lexical === lexical || (recursive === true && isWithin(other.target.lexical, lexical))),
    );
    if (begun < 0 || begun > at) return effect;
    const saves = effects.slice(0, at).some(other => other.kind === 'unknown' || (other.kind === 'read' && !isNew(other)));
    return saves && effects.some(changes) ? effect : { ...effect, tags: [...(effect.tags ?? []), 'regenerable'] };
  });
}
