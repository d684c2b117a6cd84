import type { Effect } from '@licet/core';
import type { Cardinality } from '../model/policy.ts';

/**
 * Whether an action touches one object or several: `multiple` for a pattern, for everything below a folder, and for
 * two targets of one kind of effect; `single` when every effect is seen and none is several; null when that cannot be
 * told, which triggers every policy.
 */
export function cardinalityOf(effects: readonly Effect[]): Cardinality | null {
  const targets = new Map<string, Set<string>>();
  for (const { kind, target } of effects) {
    if (target?.type !== 'file') continue;
    if (target.glob !== undefined || target.recursive === true) return 'multiple';
    const seen = targets.get(kind) ?? new Set();
    targets.set(kind, seen.add(target.resolved));
    if (seen.size > 1) return 'multiple';
  }
  const isSeen = effects.length > 0 && effects.every(effect => effect.kind !== 'unknown' && effect.target !== undefined);
  return isSeen ? 'single' : null;
}
