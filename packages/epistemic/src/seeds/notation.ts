import type { Json } from '@licet/core';
import type {
  DepthDocument,
  DepthText,
  PolicyDocument,
  PrimitiveDocument,
  ProvenanceDocument,
  RelatumDocument,
} from '../exchange/document.ts';
import type { RelationType } from '../model/relation.ts';

const origin: ProvenanceDocument = {
  source: 'authored',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  detail: 'seed graph',
};

type Properties = Readonly<Record<string, Json>>;

/** What a seed knows of a concept, level by level from D0; null where a level is absent. */
export type Levels = readonly (Properties | null)[];

/** An edge of a seed: owner's level, then `RELATION target@Dn`, then metadata and policies. */
export type Edge = readonly [level: number, text: string, metadata?: Properties, policies?: readonly PolicyDocument[]];

/** Writes one concept of a seed graph. The id follows from the name, so that every load gives the same graph. */
export function concept(name: string, levels: Levels, edges: readonly Edge[] = []): PrimitiveDocument {
  const depths = levels.flatMap((properties, level) => (properties === null ? [] : [depth(level, properties, edges)]));
  return { name, id: `seed:${name}`, provenance: origin, depths };
}

/**
 * What a seed adds to a concept of another one: the levels that the concept has there, so that the edges count also where
 * the other seed is not loaded, and edges of its own. Seeds add to one another.
 */
export function extended({ name, depths = [] }: PrimitiveDocument, edges: readonly Edge[]): PrimitiveDocument {
  return concept(
    name,
    depths.map(({ properties = {} }) => properties),
    edges,
  );
}

function depth(level: number, properties: Properties, edges: readonly Edge[]): DepthDocument {
  const relata = edges.filter(edge => edge[0] === level).map(edge);
  return {
    level: `D${level}` as DepthText,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(relata.length === 0 ? {} : { relata }),
  };
}

function edge([, text, metadata, policies]: Edge): RelatumDocument {
  const [relation, rest] = text.split(' ') as [RelationType, string];
  const [target, target_depth] = rest.split('@') as [string, DepthText];
  return {
    relation,
    target,
    target_depth,
    ...(metadata === undefined ? {} : { metadata }),
    ...(policies === undefined ? {} : { policies }),
  };
}
