import type { ConceptGraph, GraphChange } from '../graph/conceptGraph.ts';
import type { RetryOptions } from '../graph/retryConflicts.ts';
import { writeInTurn } from '../graph/turns.ts';
import { EpistemicError } from '../model/errors.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { DepthGap, Gap, ReachabilityGap } from '../model/gap.ts';
import { foldConceptName } from '../model/name.ts';
import type { Depth, Primitive, Relatum } from '../model/primitive.ts';
import { contiguousDepth, levelMask, missingLevels, relatumId } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import { renewed } from '../memory/renew.ts';
import { validatePrimitive } from '../model/validate.ts';
import { visible } from '../render/escape.ts';
import type { ExistenceCandidate, LearningCandidate, ProposedDepth, ReachabilityCandidate } from './candidates.ts';
import { checkFill, invalid, plainCandidate, requireContent, withDepths } from './checkCandidate.ts';

/**
 * Validates a candidate against the live graph and writes it: all of it or nothing. Throws `candidate_invalid` for
 * anything that would overwrite, escalate, leave a hole or say nothing, `gap_resolved` when somebody else has closed
 * the gap, and the store's own codes (`cyclic_relationship`). Concurrent writers make it look again, and so does a store
 * that did not answer: see {@link writeInTurn}.
 */
export async function learnGap(
  graph: ConceptGraph,
  gap: Gap,
  proposed: LearningCandidate,
  origin: Provenance,
  options?: RetryOptions,
): Promise<void> {
  const candidate = plainCandidate(proposed);
  if (candidate.kind !== gap.kind) invalid(`a candidate of kind ${String(candidate.kind)} does not match gap kind ${gap.kind}`);
  const learn = async (): Promise<void> => {
    const { version } = await graph.snapshot();
    await graph.write([await changeFor(graph, gap, candidate, origin)], { ifVersion: version });
  };
  await writeInTurn(graph, learn, options);
}

/**
 * Says why a candidate could not be written as the graph is now; undefined for one that could, also where an edge needs
 * other gaps closed first. Cycles are found when it is written.
 */
export async function candidateProblem(
  graph: ConceptGraph,
  gap: Gap,
  proposed: LearningCandidate,
  origin: Provenance,
): Promise<string | undefined> {
  try {
    const candidate = plainCandidate(proposed);
    if (gap.kind === 'REACHABILITY' && candidate.kind === 'REACHABILITY') await edgePrerequisites(graph, gap, candidate);
    else {
      const change = await changeFor(graph, gap, candidate, origin);
      if (change.type === 'put') validatePrimitive(change.primitive);
    }
    return undefined;
  } catch (error) {
    if (error instanceof EpistemicError && REFUSED.has(error.code)) return error.message;
    throw error;
  }
}

/** The faults that are the candidate's. Any other is the store's, and ends the run. */
export const REFUSED: ReadonlySet<string> = new Set([
  'candidate_invalid',
  'cyclic_relationship',
  'invalid_primitive',
  'name_conflict',
  'alias_conflict',
  'dangling_target',
  'not_found',
]);

async function changeFor(graph: ConceptGraph, gap: Gap, candidate: LearningCandidate, origin: Provenance): Promise<GraphChange> {
  if (gap.kind === 'EXISTENCE' && candidate.kind === 'EXISTENCE') return newConcept(graph, gap.primitive.name, candidate, origin);
  if (gap.kind === 'DEPTH' && candidate.kind === 'DEPTH')
    return fill(graph, gap.primitive.id, gap.requiredDepth, candidate.newDepths, origin);
  if (gap.kind === 'RELATIONAL' && candidate.kind === 'RELATIONAL')
    return fill(graph, gap.target.id, gap.requiredDepth, candidate.newDepths, origin);
  if (gap.kind === 'REACHABILITY' && candidate.kind === 'REACHABILITY') return newEdge(graph, gap, candidate, origin);
  if (gap.kind === 'AMBIGUITY' && candidate.kind === 'AMBIGUITY') {
    const { byAlias } = await graph.snapshot();
    if (byAlias.has(foldConceptName(gap.name))) throw new EpistemicError('gap_resolved', `\`${gap.name}\` is an alias already`);
    const target = await named(graph, candidate.targetName);
    if (!gap.candidates.includes(target.name)) invalid(`expected one of ${gap.candidates.join(', ')}, found \`${target.name}\``);
    return { type: 'alias', alias: gap.name, targetId: target.id };
  }
  if (gap.kind === 'FADED' && candidate.kind === 'FADED') {
    if (candidate.isStillTrue !== true) invalid(`only a yes renews \`${visible(gap.primitive.name)}\``);
    const live = await liveConcept(graph, gap.primitive.id);
    return { type: 'put', primitive: renewed(live, Date.parse(origin.createdAt), origin.detail ?? origin.source) };
  }
  throw new EpistemicError('candidate_invalid', 'no persistence path for this pair of gap and candidate');
}

async function newConcept(
  graph: ConceptGraph,
  name: string,
  candidate: ExistenceCandidate,
  origin: Provenance,
): Promise<GraphChange> {
  const { d1 } = candidate;
  if (d1 === null || d1 === undefined) invalid(`the candidate for \`${name}\` is missing D1`);
  if (candidate.name !== name) invalid(`the name \`${candidate.name}\` must match the gapped concept \`${name}\``);
  if (d1.level !== 1) invalid(`the level of the identity of \`${name}\` must be D1, found D${String(d1.level)}`);
  requireContent(name, 1, d1.properties);
  if ((await graph.find({ name })) !== undefined) throw new EpistemicError('gap_resolved', `\`${name}\` is in the graph already`);
  const existence: Depth = { level: 0, properties: { exists: true }, relata: [], provenance: origin };
  const depths = [existence, await newDepth(graph, d1, origin)];
  return { type: 'put', primitive: { id: crypto.randomUUID(), name, depths, provenance: origin } };
}

async function fill(
  graph: ConceptGraph,
  id: string,
  required: DepthLevel,
  proposed: readonly ProposedDepth[],
  origin: Provenance,
): Promise<GraphChange> {
  const live = await liveConcept(graph, id);
  checkFill(live, required, proposed);
  const added: Depth[] = [];
  for (const depth of proposed) added.push(await newDepth(graph, depth, origin));
  return { type: 'put', primitive: withDepths(live, added) };
}

async function liveConcept(graph: ConceptGraph, id: string): Promise<Primitive> {
  const live = await graph.find({ id });
  if (live !== undefined) return live;
  throw new EpistemicError('not_found', `expected the concept with the id \`${id}\`, found that it is not found`);
}

async function newDepth(graph: ConceptGraph, proposed: ProposedDepth, origin: Provenance): Promise<Depth> {
  const relata: Relatum[] = [];
  for (const { relation, target, targetDepth, metadata = {} } of proposed.relata ?? []) {
    const { id: targetId } = await named(graph, target);
    relata.push({ relation, targetId, targetDepth, metadata, policies: [], provenance: origin });
  }
  return { level: proposed.level, properties: proposed.properties, relata, provenance: origin };
}

async function named(graph: ConceptGraph, name: string | null): Promise<Primitive> {
  const found = typeof name === 'string' ? await graph.find({ name }) : undefined;
  return found ?? invalid(`Cannot resolve \`${visible(String(name))}\` to a concept`);
}

const EDGE_FIELDS = ['sourceName', 'targetName', 'relation', 'sourceDepth', 'targetDepth'] as const;

type WholeEdge = { readonly [K in keyof ReachabilityCandidate]: NonNullable<ReachabilityCandidate[K]> };

function checkEdge(gap: ReachabilityGap, candidate: ReachabilityCandidate): WholeEdge {
  const missing = EDGE_FIELDS.filter(field => candidate[field] === null || candidate[field] === undefined);
  if (missing.length > 0) invalid(`the edge for \`${gap.primitive.name}\` is missing ${missing.join(', ')}`);
  const edge = candidate as WholeEdge;
  const own = foldConceptName(gap.primitive.name);
  if (foldConceptName(edge.sourceName) !== own && foldConceptName(edge.targetName) !== own)
    invalid(
      `the edge from \`${edge.sourceName}\` to \`${edge.targetName}\` must reference the gapped primitive \`${gap.primitive.name}\``,
    );
  return edge;
}

async function newEdge(
  graph: ConceptGraph,
  gap: ReachabilityGap,
  candidate: ReachabilityCandidate,
  origin: Provenance,
): Promise<GraphChange> {
  const edge = checkEdge(gap, candidate);
  const open = await edgePrerequisites(graph, gap, candidate);
  for (const need of open)
    invalid(`the edge needs \`${need.primitive.name}\` at D${need.requiredDepth} first: close that DepthGap before`);
  const source = await named(graph, edge.sourceName);
  const { id: targetId } = await named(graph, edge.targetName);
  const { relation, targetDepth } = edge;
  const relatum: Relatum = { relation, targetId, targetDepth, metadata: {}, policies: [], provenance: origin };
  return { type: 'put', primitive: withEdge(source, edge.sourceDepth, relatum) };
}

/** The primitive with an edge added; `gap_resolved` when it has the edge, `not_found` when its level is gone. */
export function withEdge(source: Primitive, level: DepthLevel, relatum: Relatum): Primitive {
  if (!source.depths.some(depth => depth.level === level))
    throw new EpistemicError(
      'not_found',
      `expected \`${visible(source.name)}\` to have D${level}, found that it has not: close that gap first`,
    );
  if (hasEdge(source, level, relatum))
    throw new EpistemicError('gap_resolved', `\`${visible(source.name)}\` has this edge already`);
  const depths = source.depths.map(depth =>
    depth.level === level ? Object.assign({}, depth, { relata: [...depth.relata, relatum] }) : depth,
  );
  return { ...source, depths };
}

/** Whether a level of a primitive has this very edge. */
export function hasEdge(source: Primitive, level: DepthLevel, relatum: Relatum): boolean {
  const identity = relatumId(source.id, level, relatum);
  const own = source.depths.find(depth => depth.level === level)?.relata ?? [];
  return own.some(each => relatumId(source.id, level, each) === identity);
}

/** The depth gaps that must be closed before an edge can be placed, its source's first. Throws for an edge that never can be. */
export async function edgePrerequisites(
  graph: ConceptGraph,
  gap: ReachabilityGap,
  candidate: ReachabilityCandidate,
): Promise<DepthGap[]> {
  const edge = checkEdge(gap, plainCandidate(candidate));
  const source = await named(graph, edge.sourceName);
  const target = await named(graph, edge.targetName);
  const own = source.id === target.id;
  const needs: readonly (readonly [Primitive, DepthLevel])[] = own
    ? [[source, Math.max(edge.sourceDepth, edge.targetDepth) as DepthLevel]]
    : [[source, edge.sourceDepth] as const, [target, edge.targetDepth] as const];
  return needs.flatMap(([primitive, required]) => depthGapOf(primitive, required));
}

function depthGapOf(primitive: Primitive, required: DepthLevel): DepthGap[] {
  const current = contiguousDepth(primitive);
  if ((current ?? -1) >= required) return [];
  const levels = primitive.depths.filter(depth => depth.level <= (current ?? -1)).map(depth => depth.level);
  return [
    {
      kind: 'DEPTH',
      primitive: { id: primitive.id, name: primitive.name, levels, provenance: primitive.provenance },
      requiredDepth: required,
      currentDepth: current,
      missingLevels: missingLevels(levelMask(primitive), current ?? -1, required),
    },
  ];
}
