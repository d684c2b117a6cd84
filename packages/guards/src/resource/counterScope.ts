import type { Action, Verdict } from '@licet/core';
import { block } from '@licet/core';
import { canonicalJson, sha256 } from '@licet/core/text';

const SCOPES = ['session', 'agent', 'tool', 'principal', 'project'] as const;

/**
 * Who shares a counter: the session, one agent in it, one tool in it, one principal in all of their sessions, or every
 * session on the same store.
 */
export type CounterScope = (typeof SCOPES)[number];

/** Returns the part of a counter's key that tells those apart who do not share it. Actions without a principal share one. */
export function scopeKey({ sessionId, agentId, tool, kind, principal }: Action, per: CounterScope): string {
  switch (per) {
    case 'project':
      return 'project';
    case 'principal':
      return principal === undefined ? 'principal' : `principal:${keyPart(principal.id)}`;
    case 'session':
      return `session:${keyPart(sessionId)}`;
    case 'agent':
      return `session:${keyPart(sessionId)}:agent:${keyPart(agentId ?? 'main')}`;
    case 'tool':
      return `session:${keyPart(sessionId)}:tool:${keyPart(tool ?? kind)}`;
  }
}

/** Keeps a name from posing as several parts of a key. */
export function keyPart(name: string): string {
  return name.replaceAll(/[%:]/g, char => (char === ':' ? '%3A' : '%25'));
}

/**
 * Returns a digest that tells the values of arguments apart, empty where none is named. Undefined if one of them is missing or
 * is no text, number or boolean: such an action has no value. `7` and `'7'`, and texts that differ only in spaces around them or in how
 * Unicode writes the same letters, are one value.
 */
export function valueDigest({ payload }: Pick<Action, 'payload'>, by: readonly string[] | undefined): string | undefined {
  if (by === undefined) return '';
  const values = by.map(name => plainValue(memberAt(payload, name)));
  return values.includes(undefined) ? undefined : sha256(canonicalJson(values)).slice(0, 24);
}

/** Returns the key of a counter; undefined for an action that belongs to no count, because an argument of `by` is missing. */
export function counterKey(
  prefix: string,
  action: Action,
  { per = 'session', by }: { readonly per?: CounterScope; readonly by?: readonly string[] },
): string | undefined {
  const value = valueDigest(action, by);
  return value === undefined ? undefined : `${prefix}${value === '' ? '' : `${value}:`}${scopeKey(action, per)}`;
}

/** Finds an argument, or a member of a result, by its name, or by its path: `account.id`. */
export function memberAt(payload: unknown, name: string): unknown {
  if (isObject(payload) && Object.hasOwn(payload, name)) return payload[name];
  return name
    .split('.')
    .reduce<unknown>((value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined), payload);
}

function plainValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? value.normalize('NFC').trim() : undefined;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? String(value) : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The ruling for an action that does not say which count it belongs to. */
export function countUnknown(by: readonly string[]): Verdict {
  const names = by.map(name => `\`${name}\``).join(' and ');
  return block(
    `the action belongs to no count: ${names} must be ${by.length === 1 ? 'a text, number or boolean' : 'texts, numbers or booleans'}`,
    {
      code: 'count_unknown',
      fix: `give ${names} as plain values`,
    },
  );
}
