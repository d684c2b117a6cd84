import { EpistemicError } from '../model/errors.ts';
import type { Primitive, Depth, Relatum } from '../model/primitive.ts';
import { validatePrimitive } from '../model/validate.ts';
import { compareText } from '../model/name.ts';
import { RELATION_TYPES } from '../model/relation.ts';

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

/** Orders edges of one level: relation type, then target, then target depth. */
export function compareRelata(a: Relatum, b: Relatum): number {
  return (
    RELATION_TYPES.indexOf(a.relation) - RELATION_TYPES.indexOf(b.relation) ||
    compareText(a.targetId, b.targetId) ||
    a.targetDepth - b.targetDepth
  );
}

/**
 * The one form in which every store keeps a primitive: depths by level, edges in canonical order, fields in a fixed
 * order. Equal knowledge has equal JSON, whatever user wrote it and in whatever order. The name is kept in NFC.
 */
const canonicalPrimitive = (primitive: Primitive): Primitive => ({
  id: primitive.id,
  name: primitive.name.normalize('NFC'),
  depths: [...primitive.depths].sort((a, b) => a.level - b.level).map(canonicalDepth),
  provenance: primitive.provenance,
  ...(primitive.metrics === undefined ? {} : { metrics: primitive.metrics }),
});

function canonicalDepth(depth: Depth): Depth {
  const relata = [...depth.relata].sort(compareRelata).map(relatum => ({
    relation: relatum.relation,
    targetId: relatum.targetId,
    targetDepth: relatum.targetDepth,
    metadata: relatum.metadata,
    policies: relatum.policies,
    provenance: relatum.provenance,
  }));
  return { level: depth.level, properties: depth.properties, relata, provenance: depth.provenance };
}
