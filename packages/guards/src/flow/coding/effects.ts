import type { Effect } from '@licet/core';

/** Hosts that are this machine. */
export const LOCAL: RegExp = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.*\.localhost)$/u;

/** Whether an effect has one of some marks. */
export const hasTag = ({ tags = [] }: Effect, ...any: readonly string[]): boolean => any.some(tag => tags.includes(tag));

/** Whether an effect takes something of this machine elsewhere. */
export function goesOut(effect: Effect): boolean {
  const { kind, target } = effect;
  if (hasTag(effect, 'shares', 'remote_change', 'uploads')) return true;
  return kind === 'network' && target?.type === 'network' && target.direction !== 'listen' && !LOCAL.test(target.host ?? '');
}

/** Whether something of this machine may go with a network effect. */
export const sendsData = ({ target }: Effect): boolean =>
  target?.type === 'network' && target.direction !== 'download' && target.direction !== 'listen';

/** Whether an effect brings something from another machine. */
export const fetches = ({ kind, target }: Effect): boolean =>
  kind === 'network' && target?.type === 'network' && target.direction !== 'listen' && !LOCAL.test(target.host ?? '');
