import type { MaybePromise, Outcome } from '@licet/core';
import { chain } from '@licet/core/nodes';
import { EpistemicError } from '../model/errors.ts';
import type { ConceptGraph, GraphChange } from '../graph/conceptGraph.ts';
import { writeInTurn } from '../graph/turns.ts';
import type { GroundingResult } from '../grounding/result.ts';
import type { DepthLevel } from '../model/depth.ts';
import { isDepthLevel } from '../model/depth.ts';
import { foldConceptName } from '../model/name.ts';
import type { Primitive } from '../model/primitive.ts';
import { contiguousDepth } from '../model/primitive.ts';
import { provenance } from '../model/provenance.ts';
import type { RelationType } from '../model/relation.ts';
import { isRelationType } from '../model/relation.ts';
import { causeOf, reportOf } from './failureCause.ts';
import { visible } from '../render/escape.ts';
import { isConceptProposal } from './proposeConcept.ts';
import { hasEdge, withEdge } from './learnGap.ts';

/** An edge that a failure suggests. It waits until a person accepts or rejects it and takes no part in grounding. */
export interface EdgeProposal {
  readonly id: string;
  readonly source: string;
  readonly relation: RelationType;
  readonly target: string;
  readonly sourceDepth: DepthLevel;
  readonly targetDepth: DepthLevel;
  /**
   * What the action ran into: `permission_denied`, `missing_dependency`, `invalid_path`, `network_unreachable`,
   * `version_conflict` or `test_failure`.
   */
  readonly cause: string;
  /** What the action reported, shortened and escaped. */
  readonly error: string;
  /** When it was proposed, ISO 8601 in UTC. */
  readonly at: string;
}

/** How many proposals may wait for a person. While there are as many, failures propose nothing new: a person does not read a flood. */
const MOST_PENDING = 50;

/**
 * Proposes the edge that was missing when a grounded action failed: the graph said the act was understood, and the
 * world disagreed. Nothing is proposed for a failure that no pattern names, for an action that was not grounded, or for
 * an edge that is there already. The same proposal is kept once, with its first evidence, and at most fifty wait.
 */
export function proposeFromFailure(
  graph: ConceptGraph,
  result: GroundingResult,
  outcome: Outcome,
  now: number,
): MaybePromise<void> {
  const known = causeOf(outcome);
  if (known === undefined || !result.grounded) return undefined;
  const { cause, relation, target } = known;
  const text = reportOf(outcome).trim() || `exit code ${outcome.exitCode}`;
  const actors = new Set(result.trace.acts.map(act => act.source));
  const sources = result.trace.primitives.filter(
    each => result.resolved.includes(each.name) && (actors.size === 0 || actors.has(each.name)),
  );
  const changes = sources.slice(0, 4).flatMap(source => {
    const isThere = result.trace.pathway.some(
      step => step.sourceId === source.id && step.relation === relation && foldConceptName(step.target) === target,
    );
    if (isThere || foldConceptName(source.name) === target) return [];
    const proposal: EdgeProposal = {
      id: `edge/${source.id}/${relation}/${target}`,
      source: source.name,
      relation,
      target,
      sourceDepth: contiguousDepth(source) ?? 0,
      targetDepth: 1,
      cause,
      error: visible(text.slice(0, 300)),
      at: new Date(now).toISOString(),
    };
    return [{ type: 'propose' as const, proposal: { id: proposal.id, content: JSON.stringify(proposal) } }];
  });
  return changes.length === 0 ? undefined : proposeNew(graph, changes);
}

/**
 * Writes the proposals that are not there yet, as far as there is room. One that waits keeps its first evidence: the same
 * cause again is no news, and an action that fails in a loop writes once.
 */
function proposeNew(graph: ConceptGraph, changes: readonly ProposeChange[]): MaybePromise<void> {
  return chain(graph.proposals(), pending => {
    const waiting = new Set(pending.map(({ id }) => id).filter(id => !isConceptProposal(id)));
    const fresh = changes.filter(({ proposal }) => !waiting.has(proposal.id)).slice(0, Math.max(0, MOST_PENDING - waiting.size));
    return fresh.length === 0 ? undefined : chain(graph.write(fresh), () => undefined);
  });
}

type ProposeChange = Extract<GraphChange, { readonly type: 'propose' }>;

/** The edges that wait for a person, by id. A proposal of another kind or form is passed over. */
export async function pendingEdges(graph: ConceptGraph): Promise<EdgeProposal[]> {
  const proposals = await graph.proposals();
  return proposals.flatMap(({ content }) => {
    const value = parse(content);
    return value === undefined ? [] : [value];
  });
}

/** The edge of a proposal as a person has changed it. */
export type EditedEdge = Pick<EdgeProposal, 'source' | 'relation' | 'target' | 'sourceDepth' | 'targetDepth'>;

/**
 * Writes a pending edge into the graph, as learned knowledge, and settles it; an edge that is there by now is only
 * settled. With `edited`, it is that edge that is written. Throws `not_found` when an end is missing, or the level of the
 * source that would own the edge, and leaves the proposal pending. Concurrent writers make it look again: see
 * {@link writeInTurn}.
 */
export async function acceptEdge(graph: ConceptGraph, id: string, now: number, edited?: EditedEdge): Promise<EdgeProposal> {
  return writeInTurn(graph, async () => acceptNow(graph, id, now, edited));
}

async function acceptNow(graph: ConceptGraph, id: string, now: number, edited: EditedEdge | undefined): Promise<EdgeProposal> {
  const { version } = await graph.snapshot();
  const pending = (await pendingEdges(graph)).find(each => each.id === id);
  if (pending === undefined) throw new EpistemicError('not_found', `expected a pending proposal \`${visible(id)}\`, found none`);
  const proposal = { ...pending, ...edited };
  const source = await end(graph, proposal.source);
  const target = await end(graph, proposal.target);
  const { relation, targetDepth, sourceDepth } = proposal;
  const origin = provenance(
    'learned',
    now,
    `${edited === undefined ? 'accepted' : 'modified'} after a failure: ${proposal.cause}`,
  );
  const relatum = { relation, targetId: target.id, targetDepth, metadata: {}, policies: [], provenance: origin };
  const settle: GraphChange = { type: 'settle', proposalId: id };
  const changes: GraphChange[] = hasEdge(source, sourceDepth, relatum)
    ? [settle]
    : [{ type: 'put', primitive: withEdge(source, sourceDepth, relatum) }, settle];
  await graph.write(changes, { ifVersion: version });
  return proposal;
}

async function end(graph: ConceptGraph, name: string): Promise<Primitive> {
  const found = await graph.find({ name });
  if (found !== undefined) return found;
  throw new EpistemicError(
    'not_found',
    `expected the concept \`${visible(name)}\`, found none: add it before accepting the edge`,
  );
}

/** Drops a pending proposal; dropping one that is not there changes nothing. */
export async function rejectEdge(graph: ConceptGraph, id: string): Promise<void> {
  await graph.write([{ type: 'settle', proposalId: id }]);
}

function parse(content: string): EdgeProposal | undefined {
  try {
    const value = JSON.parse(content) as EdgeProposal;
    const isEdge = typeof value.source === 'string' && typeof value.target === 'string' && isRelationType(value.relation);
    return isEdge && isDepthLevel(value.sourceDepth) && isDepthLevel(value.targetDepth) ? value : undefined;
  } catch {
    return undefined;
  }
}
