import type { GuardNode, Json, Registry } from '@licet/core';
import type { CounterState } from '@licet/core/store';
import { readDuration } from '@licet/core/text';

import { registry } from '../policy/registry.ts';

/** A limit of the policy, with the counters that belong to it. */
export interface Limit {
  /** What the keys of its counters start with. */
  readonly prefix: string;
  /** What to call it: the guard's id or name, and who shares it. */
  readonly name: string;
  readonly per: string;
  readonly max: number;
  readonly windowMs?: number;
}

/** What every node with a counter has among its params. */
interface LimitParams {
  readonly max?: number;
  readonly per?: string;
  readonly name?: string;
  readonly window?: string | number;
}

/** Finds the limits of a policy, anywhere in its tree. */
export function limitsOf(guard: GuardNode, nodes: Registry = registry()): readonly Limit[] {
  const below = (guard.children ?? []).flatMap(child => limitsOf(child, nodes));
  const own = limitOf(guard, nodes);
  return own === undefined ? below : [own, ...below];
}

/** The limit that a guard sets, if it sets one. */
export function limitOf({ kind = '', id, params = {} }: GuardNode, nodes: Registry): Limit | undefined {
  const { max, per = 'session', name, window } = params as LimitParams;
  const windowMs = typeof window === 'string' ? readDuration(window) : window;
  const prefix = nodes.get(kind)?.analysis?.counter?.(params as { readonly [name: string]: Json });
  if (prefix === undefined || max === undefined) return undefined;
  return { prefix, name: id ?? name ?? kind, per, max, ...(windowMs !== undefined && { windowMs }) };
}

/** Returns the limit that a counter belongs to: the one that fits best, and of those that share the counter the strictest. */
export function limitFor({ key }: Pick<CounterState, 'key'>, limits: readonly Limit[]): Limit | undefined {
  return limits
    .filter(({ prefix }) => key.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length || a.max - b.max)[0];
}

/** Who a counter of a limit belongs to: the session, agent, tool, principal or project in its key, and the values of arguments by their digests. */
export function ownerOf({ key }: Pick<CounterState, 'key'>, { prefix }: Limit): string {
  const rest = key.slice(prefix.length);
  const [shared = rest] = rest.split(/:(?:by|each):/u);
  const owner = /(?:^|:)(project|principal(?::[^:]*)?|session:.*)$/u.exec(shared)?.[1] ?? shared;
  const values = Array.from(rest.matchAll(/:(?:by|each):([0-9a-f]{8})/gu), ([, value]) => value);
  return [owner, ...(values.length === 0 ? [] : [`value ${values.join(', ')}`])].join(', ');
}
