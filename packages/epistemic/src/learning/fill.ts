import { canonicalJson } from '@licet/core/text';
import { EpistemicError } from '../model/errors.ts';
import { depthLabel, isDepthLevel } from '../model/depth.ts';
import type { DepthLevel } from '../model/depth.ts';
import type { Depth, Primitive } from '../model/primitive.ts';
import { contiguousDepth, contiguousOf, grounds, levelMask } from '../model/primitive.ts';
import { isMap } from '../model/validate.ts';
import { visible } from '../render/escape.ts';
import type { ProposedDepth } from './candidates.ts';

/** Throws `candidate_invalid` with this message. */
export function invalid(message: string): never {
  throw new EpistemicError('candidate_invalid', message);
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
