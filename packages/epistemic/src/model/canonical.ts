import { compareText } from './name.ts';
import type { Depth, Primitive, Relatum } from './primitive.ts';
import { RELATION_TYPES } from './relation.ts';

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
 * order. Equal knowledge has equal JSON, whoever wrote it and in whatever order. The name is kept in NFC.
 */
export function canonicalPrimitive(primitive: Primitive): Primitive {
  return {
    id: primitive.id,
    name: primitive.name.normalize('NFC'),
    depths: [...primitive.depths].sort((a, b) => a.level - b.level).map(canonicalDepth),
    provenance: primitive.provenance,
    ...(primitive.metrics === undefined ? {} : { metrics: primitive.metrics }),
  };
}

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
