import type { Action } from './action.ts';
import { canonicalJson } from '../text/canonical.ts';
import { sha256 } from '../text/sha256.ts';

/** The words for who may share a counter. */
export const COUNTER_SCOPES = ['session', 'agent', 'tool', 'principal', 'project'] as const;

/**
 * Who shares a counter: the session, one agent in it, one tool in it, one principal in all of their sessions, or every
 * session on the same store.
 */
export type CounterScope = (typeof COUNTER_SCOPES)[number];

/**
 * Returns the part of a counter's key that tells those apart who do not share it. Actions without a principal share one.
 *
 * @example
 * ```ts
 * import { scopeKey } from '@licet/core/nodes';
 *
 * scopeKey({ kind: 'bash', payload: {}, sessionId: 's' }, 'agent'); // => 'session:s:agent:main'
 * ```
 */
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

/**
 * Keeps a name from posing as several parts of a key.
 *
 * @example
 * ```ts
 * import { keyPart } from '@licet/core/nodes';
 *
 * keyPart('a:b'); // => 'a%3Ab'
 * ```
 */
export function keyPart(name: string): string {
  return name.replaceAll(/[%:]/g, char => (char === ':' ? '%3A' : '%25'));
}

/**
 * Returns a digest that tells the values of arguments apart, empty where none is named. Undefined if one of them is missing or
 * is no text, number or boolean: such an action has no value. `7` and `'7'`, and texts that differ only in spaces around them or in how
 * Unicode writes the same letters, are one value.
 *
 * @example
 * ```ts
 * import { valueDigest } from '@licet/core/nodes';
 *
 * valueDigest({ payload: { order: 7 } }, ['order']) === valueDigest({ payload: { order: ' 7' } }, ['order']); // => true
 * valueDigest({ payload: {} }, ['order']); // => undefined
 * ```
 */
export function valueDigest({ payload }: Pick<Action, 'payload'>, by: readonly string[] | undefined): string | undefined {
  return by === undefined ? '' : digestValues(by.map(name => memberAt(payload, name)));
}

/** The digest of values in their order; undefined where one of them is no text, number or boolean. */
export function digestValues(values: readonly unknown[]): string | undefined {
  const plain = values.map(plainValue);
  return plain.includes(undefined) ? undefined : sha256(canonicalJson(plain)).slice(0, 24);
}

/**
 * Finds an argument, or a member of a result, by its name, or by its path.
 *
 * @example
 * ```ts
 * import { memberAt } from '@licet/core/nodes';
 *
 * memberAt({ account: { id: 7 } }, 'account.id'); // => 7
 * ```
 */
export function memberAt(payload: unknown, name: string): unknown {
  if (isObject(payload) && Object.hasOwn(payload, name)) return payload[name];
  return name
    .split('.')
    .reduce<unknown>((value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined), payload);
}

function plainValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? value.normalize('NFC').trim() : undefined;
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? String(value) : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
