import type { Json } from '@licet/core';
import type { DepthInput } from './depth.ts';
import { parseDepth } from './depth.ts';
import type { EdgePolicyInput } from './policy.ts';
import { edgePolicy } from './policy.ts';
import type { Depth, Primitive, Relatum } from './primitive.ts';
import type { Provenance } from './provenance.ts';
import { provenance as makeProvenance } from './provenance.ts';
import type { RelationType } from './relation.ts';

/** An edge as an author writes it. What is left out is empty; the provenance is the primitive's. */
export interface RelatumInput {
  readonly relation: RelationType;
  readonly targetId: string;
  readonly targetDepth: DepthInput;
  readonly metadata?: Readonly<Record<string, Json>>;
  readonly policies?: readonly EdgePolicyInput[];
  readonly provenance?: Provenance;
}

/** A level as an author writes it. */
export interface DepthRecordInput {
  readonly level: DepthInput;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly relata?: readonly RelatumInput[];
  readonly provenance?: Provenance;
}

/** A concept as an author writes it. */
export interface PrimitiveInput {
  readonly name: string;
  /** @defaultValue a random UUID */
  readonly id?: string;
  readonly depths?: readonly DepthRecordInput[];
  /** @defaultValue authored, at the epoch when no provenance is given */
  readonly provenance?: Provenance;
}

/** Completes what an author wrote into a {@link Primitive}. Only depths and policies are checked: a store checks the rest. */
export function definePrimitive(input: PrimitiveInput): Primitive {
  const origin = input.provenance ?? makeProvenance('authored', 0);
  return {
    id: input.id ?? crypto.randomUUID(),
    name: input.name,
    depths: (input.depths ?? []).map(depth => defineDepth(depth, origin)),
    provenance: origin,
  };
}

function defineDepth(input: DepthRecordInput, origin: Provenance): Depth {
  const own = input.provenance ?? origin;
  return {
    level: parseDepth(input.level),
    properties: input.properties ?? {},
    relata: (input.relata ?? []).map(relatum => defineRelatum(relatum, own)),
    provenance: own,
  };
}

/** Completes one edge; its provenance is `origin` when it brings none. */
export function defineRelatum(input: RelatumInput, origin: Provenance): Relatum {
  return {
    relation: input.relation,
    targetId: input.targetId,
    targetDepth: parseDepth(input.targetDepth),
    metadata: input.metadata ?? {},
    policies: (input.policies ?? []).map(edgePolicy),
    provenance: input.provenance ?? origin,
  };
}
