import { InvariantError } from '@licet/core';
import { parseDuration } from '@licet/core/text';
import type { DepthLevel } from '../model/depth.ts';
import { parseDepth } from '../model/depth.ts';

/** How the knowledge of a graph fades, as people write it. What is left out does not fade. */
export interface MemoryInput {
  /** The time without use after which a concept loses one level, such as `90d`. @defaultValue nothing fades by disuse */
  readonly halfLife?: string;
  /** The depth below which nothing fades. @defaultValue 'D1' */
  readonly floor?: string;
  /** By what part each day of successful use lengthens the half-life, and each day of failures shortens it; 0 to 1. @defaultValue 0.1 */
  readonly strengthen?: number;
  /** How old a level may be before a person must renew it, by its depth, such as `{ D3: '180d' }`. @defaultValue levels do not expire */
  readonly expires?: Readonly<Record<string, string>>;
}

/** How the knowledge of a graph fades. Times are in milliseconds. */
export interface Memory {
  readonly halfLifeMs: number;
  readonly floor: DepthLevel;
  readonly strengthen: number;
  /** The most that a level may be old, at the index of its depth; `Infinity` where it does not expire. */
  readonly expiresMs: readonly number[];
}

/**
 * Reads how knowledge fades. Throws an `InvariantError` of code `invalid_param` for a time or a depth that cannot be
 * read, for a `strengthen` outside 0 to 1, and for a level that should expire at or below the floor.
 *
 * @example
 * ```ts
 * import { defineMemory } from '@licet/epistemic';
 *
 * defineMemory({ halfLife: '90d', expires: { D3: '180d' } }).floor; // => 1
 * ```
 */
export function defineMemory({ halfLife, floor = 'D1', strengthen = 0.1, expires = {} }: MemoryInput): Memory {
  const lowest = parseDepth(floor);
  if (!(strengthen >= 0 && strengthen <= 1)) throw invalid(`\`strengthen\` from 0 to 1, found \`${String(strengthen)}\``);
  const expiresMs: number[] = Array.from({ length: 5 }, () => Number.POSITIVE_INFINITY);
  for (const [depth, time] of Object.entries(expires)) {
    const level = parseDepth(depth);
    if (level <= lowest) throw invalid(`a level above the floor D${lowest} in \`expires\`, found \`${depth}\``);
    expiresMs[level] = parseDuration(time);
  }
  return Object.freeze({
    halfLifeMs: halfLife === undefined ? Number.POSITIVE_INFINITY : parseDuration(halfLife),
    floor: lowest,
    strengthen,
    expiresMs: Object.freeze(expiresMs),
  });
}

const invalid = (expected: string): InvariantError =>
  new InvariantError('invalid_param', `the memory of a graph needs ${expected}`);
