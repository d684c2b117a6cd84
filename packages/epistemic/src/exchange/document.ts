import type { Json } from '@licet/core';
import type { Cardinality, ConfirmMode } from '../model/policy.ts';
import type { ProvenanceSource } from '../model/provenance.ts';
import type { RelationType } from '../model/relation.ts';

/** A depth in a document: always the short form. */
export type DepthText = 'D0' | 'D1' | 'D2' | 'D3' | 'D4';

/** Provenance in a document. */
export interface ProvenanceDocument {
  readonly source: ProvenanceSource;
  readonly created_at: string;
  readonly updated_at: string;
  readonly detail?: string;
}

/** A policy in a document; what is left out has its default. */
export interface PolicyDocument {
  readonly name: string;
  readonly requires_confirmation?: boolean;
  readonly confirm?: ConfirmMode;
  readonly trigger_cardinality?: Cardinality | null;
  readonly callback?: string | null;
  readonly confirmation_message?: string;
  readonly metadata?: Readonly<Record<string, Json>>;
}

/** An edge in a document. The target is named, not identified, so that a person can write it. */
export interface RelatumDocument {
  readonly relation: RelationType;
  readonly target: string;
  readonly target_depth: DepthText;
  readonly metadata?: Readonly<Record<string, Json>>;
  readonly policies?: readonly PolicyDocument[];
  /** @defaultValue that of the depth */
  readonly provenance?: ProvenanceDocument;
}

/** A level in a document. */
export interface DepthDocument {
  readonly level: DepthText;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly relata?: readonly RelatumDocument[];
  /** @defaultValue that of the primitive */
  readonly provenance?: ProvenanceDocument;
}

/** A concept in a document. */
export interface PrimitiveDocument {
  readonly name: string;
  /** @defaultValue the id of the concept with this name in the graph it is imported into, or a new one */
  readonly id?: string;
  /** @defaultValue authored, at the time of the import */
  readonly provenance?: ProvenanceDocument;
  readonly depths?: readonly DepthDocument[];
}

/** A whole graph as plain data, for JSON and YAML files. */
export interface GraphDocument {
  readonly version: 1;
  readonly primitives: readonly PrimitiveDocument[];
  /** Name of the concept by alias. */
  readonly aliases?: Readonly<Record<string, string>>;
}
