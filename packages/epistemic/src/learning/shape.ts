import { canonicalJson } from '@licet/core/text';
import { isDepthLevel } from '../model/depth.ts';
import { isRelationType } from '../model/relation.ts';
import { isMap } from '../model/validate.ts';
import { visible } from '../render/escape.ts';
import type { LearningCandidate } from './candidates.ts';
import { invalid } from './fill.ts';

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
