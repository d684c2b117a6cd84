import { canonicalJson } from '@licet/core/text';

import { EpistemicError } from '../model/errors.ts';
import { depthLabel, isDepthLevel } from '../model/depth.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { Depth, Primitive } from '../model/primitive.ts';
import { contiguousDepth, contiguousOf, grounds, levelMask } from '../model/primitive.ts';
import { isRelationType } from '../model/relation.ts';
import { isMap } from '../model/validate.ts';
import { visible } from '../render/escape.ts';
import type { LearningCandidate, ProposedDepth } from './candidates.ts';

/** Throws `candidate_invalid` with this message. */
export function invalid(message: string): never {
  throw new EpistemicError('candidate_invalid', message);
}

/**
 * A copy of a candidate as plain data, or `candidate_invalid` when it is not built as its kind says. A learner is often
 * a model whose answer was never checked, so nothing about it is taken for granted; and what was checked is what is
 * written, whatever becomes of the original. Slots left empty, and what the values mean, are for later.
 */
export function plainCandidate<T extends LearningCandidate>(candidate: T): T {
  const copy = copied(candidate);
  checkShape(copy);
  return copy;
}

function copied<T>(value: T): T {
  try {
    return JSON.parse(canonicalJson(value)) as T;
  } catch (cause) {
    return invalid(`expected a candidate that is plain data: ${cause instanceof Error ? cause.message : 'it is not'}`);
  }
}

function checkShape(candidate: LearningCandidate): void {
  requireMap(candidate, 'a candidate');
  const { kind } = candidate;
  if (kind === 'EXISTENCE' && candidate.d1 !== null && candidate.d1 !== undefined) checkDepth(candidate.d1);
  if (kind === 'DEPTH' || kind === 'RELATIONAL') {
    if (Array.isArray(candidate.newDepths)) candidate.newDepths.forEach(checkDepth);
    else invalid(`expected a list of levels, found ${naming(candidate.newDepths)}: the candidate has no new depths`);
  }
  if (kind === 'REACHABILITY') {
    const { sourceName, targetName, relation, sourceDepth, targetDepth } = candidate;
    for (const name of [sourceName, targetName])
      if (!isEmpty(name) && typeof name !== 'string') refuse('names at both ends', name);
    for (const depth of [sourceDepth, targetDepth])
      if (!isEmpty(depth) && !isDepthLevel(depth)) refuse('depths from D0 to D4', depth);
    if (!isEmpty(relation) && !isRelationType(relation)) refuse('a relation type', relation);
  }
}

function checkDepth(depth: unknown): void {
  requireMap(depth, 'a level');
  const { relata = [] } = depth as { relata?: unknown };
  if (!Array.isArray(relata)) refuse('a list of edges', relata);
  for (const relatum of relata) {
    requireMap(relatum, 'an edge');
    const { relation, targetDepth } = relatum as { relation?: unknown; targetDepth?: unknown };
    if (!isRelationType(relation)) refuse('a relation type', relation);
    if (!isDepthLevel(targetDepth)) refuse('a target depth from D0 to D4', targetDepth);
  }
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined;

function requireMap(value: unknown, what: string): void {
  if (!isMap(value)) refuse(`a map for ${what}`, value);
}

function refuse(wanted: string, found: unknown): never {
  invalid(`expected ${wanted}, found ${naming(found)}`);
}

function naming(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return 'a map';
  return `\`${visible(String(value)).slice(0, 80)}\``;
}

/**
 * Checks proposed levels against the live primitive, first fault first: something is proposed, no level twice, none
 * that is grounded already, none beyond what the gap requires, none that exists though cut off, content in each, and no
 * hole left below the highest. What was written before is never replaced, except a level that holds nothing.
 */
export function checkFill(live: Primitive, required: DepthLevel, proposed: readonly ProposedDepth[]): void {
  const current = contiguousDepth(live) ?? -1;
  if (current >= required)
    throw new EpistemicError('gap_resolved', `\`${live.name}\` is known to ${depthLabel(current as DepthLevel)} already`);
  if (!Array.isArray(proposed) || proposed.length === 0) invalid(`the candidate for \`${live.name}\` has no new depths`);
  const levels = new Set<number>();
  for (const { level } of proposed) {
    if (!isDepthLevel(level)) invalid(`expected a depth from D0 to D4 for \`${live.name}\`, found \`${String(level)}\``);
    if (levels.has(level)) invalid(`the candidate for \`${live.name}\` has a duplicate D${level}`);
    levels.add(level);
  }
  const known = new Set<number>(live.depths.filter(grounds).map(depth => depth.level));
  for (const { level, properties } of proposed) {
    if (level <= current) invalid(`D${level} of \`${live.name}\` is an already-grounded level`);
    if (level > required) invalid(`D${level} of \`${live.name}\` would escalate scope: the gap requires D${required}`);
    if (known.has(level)) invalid(`D${level} of \`${live.name}\` is already grounded, though it is cut off`);
    requireContent(live.name, level, properties);
  }
  const highest = Math.max(...levels);
  const mask = [...levels].reduce((bits, level) => bits | (1 << level), levelMask(live));
  if (contiguousOf(mask) < highest) invalid(`the depths of \`${live.name}\` would not form a contiguous chain up to D${highest}`);
}

/** Throws unless a proposed level says something that a store can keep. */
export function requireContent(name: string, level: number, properties: unknown): void {
  if (!hasContent(properties)) invalid(`D${level} of \`${visible(name)}\` must carry content: properties that are plain data`);
}

function hasContent(properties: unknown): boolean {
  try {
    return isMap(properties) && canonicalJson(properties) !== '{}';
  } catch {
    return false;
  }
}

/** The primitive with these levels added; an empty placeholder at the same level gives way. */
export function withDepths(live: Primitive, added: readonly Depth[]): Primitive {
  const levels = new Set(added.map(depth => depth.level));
  return { ...live, depths: [...live.depths.filter(depth => !levels.has(depth.level)), ...added] };
}
