import type { CounterState, Guard } from '@licet/core';

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

interface LimitParams {
  readonly max?: number;
  readonly per?: string;
  readonly name?: string;
  readonly windowMs?: number;
}

/** What the counters of a kind start with. */
const PREFIXES: Readonly<Record<string, string>> = { budget: 'budget', rate_limit: 'rate' };

/** Finds the limits of a policy, anywhere in its tree. */
export function limitsOf(guard: Guard): readonly Limit[] {
  const below = (guard.children ?? []).flatMap(limitsOf);
  const own = limitOf(guard);
  return own === undefined ? below : [own, ...below];
}

/** The limit that a guard sets, if it sets one. */
export function limitOf({ kind = '', id, params = {} }: Guard): Limit | undefined {
  const prefix = PREFIXES[kind];
  const { max, per = 'session', name, windowMs } = params as LimitParams;
  if (prefix === undefined || max === undefined) return undefined;
  const window = windowMs === undefined ? '' : `${windowMs}:`;
  const options = windowMs === undefined ? { prefix } : { prefix, windowMs };
  return {
    ...options,
    prefix: `${prefix}:${name === undefined ? `${per}:${max}:${window}` : `${keyPart(name)}:`}`,
    name: id ?? name ?? kind,
    per,
    max,
  };
}

/** Keys hold names so that a name cannot pose as several parts. */
function keyPart(name: string): string {
  return name.replaceAll(/[%:]/g, char => (char === ':' ? '%3A' : '%25'));
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
