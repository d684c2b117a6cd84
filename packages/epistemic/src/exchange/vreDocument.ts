import type { Json } from '@licet/core';
import { isData, isMap } from '../model/validate.ts';
import { isDepthLevel } from '../model/depth.ts';
import { foldConceptName } from '../model/name.ts';
import { PROVENANCE_SOURCES } from '../model/provenance.ts';
import type { ProvenanceSource } from '../model/provenance.ts';
import { isRelationType } from '../model/relation.ts';
import { visible } from '../render/escape.ts';
import type { DepthDocument, DepthText, GraphDocument, PolicyDocument, ProvenanceDocument, RelatumDocument } from './document.ts';

/** A node `Primitive` as VRE keeps it in Neo4j. */
export interface VreNode {
  readonly id: unknown;
  readonly name: unknown;
  /** JSON: a list of `{ level, properties, provenance? }`. */
  readonly depths: unknown;
  /** JSON, in later versions. */
  readonly provenance?: unknown;
}

/** A relationship between two such nodes. */
export interface VreEdge {
  readonly source: unknown;
  readonly relation: unknown;
  readonly sourceDepth: unknown;
  readonly target: unknown;
  readonly targetDepth: unknown;
  /** JSON. */
  readonly metadata?: unknown;
  /** JSON: a list of policies, in the versions that kept them on the relationship. */
  readonly policies?: unknown;
  /** JSON, in later versions. */
  readonly provenance?: unknown;
}

/** What was read of a graph of VRE. */
export interface VreReading {
  readonly document: GraphDocument;
  /** What was left out or needs a hand, one line each. */
  readonly notes: readonly string[];
}

/**
 * Turns the nodes and relationships of a graph of VRE into a graph document: depths, properties, edges, metadata, policies
 * and origins as they are stored. What VRE itself would not see is left out, and named: an edge of a level that its
 * concept has no record of, a second record of one level but the last, a second concept under one name. A policy with a
 * callback asks only when that fails, as it does there; its path becomes the key that the callback must be provided under.
 *
 * @example
 * ```ts
 * import { vreDocument } from '@licet/epistemic/exchange';
 *
 * const node = { id: '1', name: 'file', depths: '[{"level":0,"properties":{}},{"level":1,"properties":{"is":"bytes"}}]' };
 * vreDocument([node], []).document.primitives[0].depths.map(depth => depth.level); // => ['D0', 'D1']
 * ```
 */
export function vreDocument(nodes: readonly VreNode[], edges: readonly VreEdge[]): VreReading {
  const notes: string[] = [];
  const names = new Map<unknown, string>();
  const taken = new Set<string>();
  const kept = nodes.filter(({ id, name }) => {
    const isNew = typeof id === 'string' && typeof name === 'string' && name !== '' && !taken.has(foldConceptName(name));
    if (!isNew) notes.push(`left out: the concept \`${visible(String(name))}\`, which has no separate name`);
    else {
      taken.add(foldConceptName(name));
      names.set(id, name);
    }
    return isNew;
  });
  const bySource = new Map<unknown, VreEdge[]>();
  for (const edge of edges) bySource.set(edge.source, [...(bySource.get(edge.source) ?? []), edge]);
  const primitives = kept.map(node => {
    const own = provenanceOf(node.provenance);
    const depths = depthsOf(node, bySource.get(node.id) ?? [], names, notes);
    return { name: node.name as string, id: node.id as string, ...(own !== undefined && { provenance: own }), depths };
  });
  return { document: { version: 1, primitives }, notes };
}

function depthsOf(
  node: VreNode,
  edges: readonly VreEdge[],
  names: ReadonlyMap<unknown, string>,
  notes: string[],
): DepthDocument[] {
  const name = visible(String(node.name));
  const levels = new Map<number, DepthDocument>();
  for (const record of listOf(node.depths)) {
    const { level, properties, provenance } = record;
    if (!isDepthLevel(level)) {
      notes.push(`left out: the level ${visible(String(level))} of \`${name}\``);
      continue;
    }
    if (levels.has(level)) notes.push(`left out: an earlier record of D${level} of \`${name}\``);
    const origin = provenanceOf(provenance);
    const content = mapOf(properties);
    levels.set(level, {
      level: `D${level}` as DepthText,
      ...(Object.keys(content).length > 0 && { properties: content }),
      ...(origin !== undefined && { provenance: origin }),
    });
  }
  for (const edge of edges) {
    const at = isDepthLevel(edge.sourceDepth) ? levels.get(edge.sourceDepth) : undefined;
    const relatum = relatumOf(edge, names, name, notes);
    if (at === undefined || relatum === undefined)
      notes.push(
        `left out: the edge ${name} ${visible(String(edge.relation))} ${visible(names.get(edge.target) ?? String(edge.target))}`,
      );
    else levels.set(edge.sourceDepth as number, { ...at, relata: [...(at.relata ?? []), relatum] });
  }
  return [...levels.values()].sort((a, b) => (a.level < b.level ? -1 : 1));
}

function relatumOf(
  edge: VreEdge,
  names: ReadonlyMap<unknown, string>,
  source: string,
  notes: string[],
): RelatumDocument | undefined {
  const target = names.get(edge.target);
  if (target === undefined || !isRelationType(edge.relation) || !isDepthLevel(edge.targetDepth)) return undefined;
  const metadata = mapOf(edge.metadata);
  const origin = provenanceOf(edge.provenance);
  const policies = listOf(edge.policies).map(policy => policyOf(policy, `${source} → ${visible(target)}`, notes));
  return {
    relation: edge.relation,
    target,
    target_depth: `D${edge.targetDepth}` as DepthText,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(policies.length > 0 && { policies }),
    ...(origin !== undefined && { provenance: origin }),
  };
}

function policyOf(policy: Readonly<Record<string, unknown>>, edge: string, notes: string[]): PolicyDocument {
  const { name, requires_confirmation: confirms, trigger_cardinality: trigger, callback, confirmation_message: message } = policy;
  const key = typeof callback === 'string' && callback !== '' ? callback : undefined;
  if (key !== undefined)
    notes.push(`provide the callback \`${visible(key)}\`, which the policy \`${visible(String(name))}\` on ${edge} names`);
  const metadata = mapOf(policy['metadata']);
  return {
    name: typeof name === 'string' && name !== '' ? name : 'unnamed',
    requires_confirmation: confirms !== false,
    ...(key !== undefined && { callback: key, ...(confirms !== false && { confirm: 'on_fail' as const }) }),
    trigger_cardinality: trigger === 'single' || trigger === 'multiple' ? trigger : null,
    ...(typeof message === 'string' && message !== '' && { confirmation_message: message }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

function provenanceOf(value: unknown): ProvenanceDocument | undefined {
  const { source, created_at: created, updated_at: updated, detail } = mapOf(value);
  if (!PROVENANCE_SOURCES.includes(source as ProvenanceSource)) return undefined;
  const [from, to] = [instant(created), instant(updated) ?? instant(created)];
  if (from === undefined || to === undefined) return undefined;
  return { source: source as ProvenanceSource, created_at: from, updated_at: to, ...(typeof detail === 'string' && { detail }) };
}

function instant(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** A map that is kept as JSON text, or as it is; empty for anything else. */
function mapOf(value: unknown): Readonly<Record<string, Json>> {
  const read = parsed(value);
  return isMap(read) && isData(read) ? (read as Readonly<Record<string, Json>>) : {};
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const read = parsed(value);
  return Array.isArray(read) ? read.filter(each => typeof each === 'object' && each !== null) : [];
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
