import { EpistemicError } from '../errors.ts';
import { canonicalPrimitive } from '../model/canonical.ts';
import type { Primitive } from '../model/primitive.ts';
import { validatePrimitive } from '../model/validate.ts';

/**
 * Checks a primitive and returns the frozen canonical copy that a store keeps. The copy has been through JSON, so that
 * every store holds the same and nothing that the caller still has can change it.
 */
export function admit(primitive: Primitive): Primitive {
  validatePrimitive(primitive);
  return deepFreeze(JSON.parse(JSON.stringify(canonicalPrimitive(primitive))) as Primitive);
}

/** Throws unless this text could be an alias in any graph. */
export function admitAlias(alias: string): void {
  if (typeof alias === 'string' && alias.trim() !== '' && alias.isWellFormed()) return;
  throw new EpistemicError('invalid_primitive', 'expected an alias of whole characters, found an empty or damaged one');
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
