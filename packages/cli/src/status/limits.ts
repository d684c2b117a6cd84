import type { GuardNode } from '@licet/core';
import type { CounterState } from '@licet/core/store';
import { readDuration } from '@licet/core/text';
import type { BudgetOptions, RateLimitOptions } from '@licet/guards';
import { budgetPrefix, rateLimitPrefix } from '@licet/guards/state';

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

type LimitParams = Partial<BudgetOptions & RateLimitOptions>;

/** How the guards of a kind name their counters. */
const PREFIXES: Readonly<Record<string, (params: LimitParams) => string>> = {
  budget: params => budgetPrefix(params as BudgetOptions),
  rate_limit: params => rateLimitPrefix(params as RateLimitOptions),
};

/** Finds the limits of a policy, anywhere in its tree. */
export function limitsOf(guard: GuardNode): readonly Limit[] {
  const below = (guard.children ?? []).flatMap(limitsOf);
  const own = limitOf(guard);
  return own === undefined ? below : [own, ...below];
}

/** The limit that a guard sets, if it sets one. */
export function limitOf({ kind = '', id, params = {} }: GuardNode): Limit | undefined {
  const limit = params as LimitParams;
  const { max, per = 'session', name, window } = limit;
  const windowMs = typeof window === 'string' ? readDuration(window) : window;
  const prefix = PREFIXES[kind]?.(limit);
  if (prefix === undefined || max === undefined) return undefined;
  return { prefix, name: id ?? name ?? kind, per, max, ...(windowMs !== undefined && { windowMs }) };
}

/** Returns the limit that a counter belongs to; of several that fit, the one that fits best. */
export function limitFor({ key }: Pick<CounterState, 'key'>, limits: readonly Limit[]): Limit | undefined {
  return limits.filter(({ prefix }) => key.startsWith(prefix)).sort((a, b) => b.prefix.length - a.prefix.length)[0];
}

/** Who a counter of a limit belongs to: the session, agent, tool, principal or project at the end of its key. */
export function ownerOf({ key }: Pick<CounterState, 'key'>, { prefix }: Limit): string {
  const rest = key.slice(prefix.length);
  return /(?:^|:)(project$|principal(?::[^:]*)?$|session:.*$)/u.exec(rest)?.[1] ?? rest;
}
