import { InvariantError } from '@licet/core';

/** How far a concept is understood, from 0 (it exists) to 4 (what follows from it). */
export type DepthLevel = 0 | 1 | 2 | 3 | 4;

/** A depth as people write it: `D3`, `d3` or the bare number. */
export type DepthInput = DepthLevel | `D${DepthLevel}` | `d${DepthLevel}`;

/** Every level, shallowest first. */
export const DEPTH_LEVELS: readonly DepthLevel[] = Object.freeze([0, 1, 2, 3, 4] as const);

/** The name of each level, at the index of its number. */
export const DEPTH_NAMES: readonly string[] = Object.freeze([
  'EXISTENCE',
  'IDENTITY',
  'CAPABILITIES',
  'CONSTRAINTS',
  'IMPLICATIONS',
]);

/** True for the integers 0 to 4 and nothing else. */
export function isDepthLevel(value: unknown): value is DepthLevel {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4;
}

/**
 * Reads a depth in any of the forms of {@link DepthInput}; throws an `InvariantError` of code `invalid_param` that says what
 * was found for anything else, so that a misspelt minimum depth can never mean "no minimum".
 */
export function parseDepth(value: unknown): DepthLevel {
  const level = typeof value === 'string' && /^[Dd][0-4]$/.test(value) ? Number(value.slice(1)) : value;
  if (!isDepthLevel(level))
    throw new InvariantError('invalid_param', `expected a depth from D0 to D4, found \`${String(value)}\``);
  return level;
}

/** The long form, `D3 CONSTRAINTS`; `none` when there is no level at all. */
export function depthLabel(level: DepthLevel | null): string {
  return level === null ? 'none' : `D${level} ${DEPTH_NAMES[level]}`;
}
