import type { Json } from '@licet/core';

import type {
  DepthDocument,
  DepthText,
  PolicyDocument,
  PrimitiveDocument,
  ProvenanceDocument,
  RelatumDocument,
} from '../exchange/document.ts';
import type { Cardinality } from '../model/policy.ts';
import type { RelationType } from '../model/relation.ts';

const origin: ProvenanceDocument = {
  source: 'authored',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  detail: 'seed graph',
};

type Properties = Readonly<Record<string, Json>>;

/** An edge of a seed: owner's level, then `RELATION target@Dn`, then metadata and policies. */
export type Edge = readonly [level: number, text: string, metadata?: Properties, policies?: readonly PolicyDocument[]];

/** What a seed knows of a concept in addition to what it is: what it has (D1), what it does or takes and gives (D2), what limits it (D3). */
export interface Known extends Readonly<
  Partial<Record<'attributes' | 'operations' | 'services' | 'inputs' | 'outputs' | 'constraints', readonly string[]>>
> {
  readonly edges?: readonly Edge[];
}

/** A policy of a seed, which has a person confirm. */
export const asking = (name: string, question: string, cardinality?: Cardinality): PolicyDocument => ({
  name,
  requires_confirmation: true,
  ...(cardinality && { trigger_cardinality: cardinality }),
  confirmation_message: question,
});

/** Writes one concept of a seed graph. The id follows from the name, so that every load gives the same graph. */
export function concept(name: string, description: string, known: Known): PrimitiveDocument {
  const { attributes, constraints, edges = [], ...abilities } = known;
  const levels = [{}, { description, ...(attributes && { attributes }) }, abilities, { ...(constraints && { constraints }) }];
  const last = levels.findLastIndex(level => Object.keys(level).length > 0);
  return levelled(name, levels.slice(0, last + 1), edges);
}

/**
 * What a seed adds to a concept of another one: the levels that the concept has there, so that the edges count also where
 * the other seed is not loaded, and its own edges. Seeds add to one another.
 */
export function extended({ name, depths = [] }: PrimitiveDocument, edges: readonly Edge[]): PrimitiveDocument {
  return levelled(
    name,
    depths.map(({ properties = {} }) => properties),
    edges,
  );
}

function levelled(name: string, levels: readonly Properties[], edges: readonly Edge[]): PrimitiveDocument {
  return { name, id: `seed:${name}`, provenance: origin, depths: levels.map((known, level) => depth(level, known, edges)) };
}

function depth(level: number, properties: Properties, edges: readonly Edge[]): DepthDocument {
  const relata = edges.filter(edge => edge[0] === level).map(relatum);
  return {
    level: `D${level}` as DepthText,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(relata.length > 0 && { relata }),
  };
}

function relatum([, text, metadata, policies]: Edge): RelatumDocument {
  const [relation, rest] = text.split(' ') as [RelationType, string];
  const [target, target_depth] = rest.split('@') as [string, DepthText];
  return { relation, target, target_depth, ...(metadata && { metadata }), ...(policies && { policies }) };
}
