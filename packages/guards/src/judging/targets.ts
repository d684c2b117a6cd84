import type { Effect } from '@licet/core';
import type { Match } from '@licet/core/nodes';
import type { Place } from '@licet/effects/places';
import { knownPlace } from '@licet/effects/places';

const MOST_TARGETS = 20;

/** The target for targets that have no name, or that are too many to tell apart. */
export const OTHERS = 'others';

/**
 * Makes what says which targets an action is about: files by their paths from the root of the policy, links followed, and hosts. Only effects
 * of the kinds that a match asks for count. What has no target, or more than twenty, is about `others`.
 */
export function targetsOf({ effect }: Match, place: Place): (effects: readonly Effect[]) => readonly string[] {
  const { root } = knownPlace(place);
  const wanted = effect === undefined ? undefined : new Set([effect].flat());
  const namesOf = ({ kind, target }: Effect): readonly string[] => {
    if (wanted?.has(kind) === false) return [];
    if (target?.type === 'file')
      return [target.resolved.startsWith(`${root}/`) ? target.resolved.slice(root.length + 1) : target.resolved];
    return target?.type === 'network' && target.host !== undefined ? [target.host] : [];
  };
  return effects => {
    const names = [...new Set(effects.flatMap(namesOf))];
    return names.length === 0 || names.length > MOST_TARGETS ? [OTHERS] : names;
  };
}
