import type { Effect, GovernanceContext, Ruling } from '@licet/core';
import { isContained } from '@licet/core/nodes';

/**
 * Tells whether an effect is code that starts here and that the analysis does not follow: tests and builds of the project, a script, install scripts of
 * packages, or what cannot be seen at all.
 *
 * @example
 * ```ts
 * import { isUnseenCode } from '@licet/guards/authoring';
 *
 * isUnseenCode({ kind: 'unknown', via: [], certainty: 'certain' }); // => true
 * isUnseenCode({ kind: 'execute', target: { type: 'program', argv: ['ls'] }, via: [], certainty: 'certain' }); // => false
 * ```
 */
export function isUnseenCode({ kind, target, tags = [] }: Effect): boolean {
  if (kind === 'unknown' || tags.includes('package_scripts')) return true;
  if (kind !== 'execute' || target === undefined) return false;
  if (target.type === 'named') return target.category === 'project';
  return target.type === 'program' && (target.file !== undefined || target.untrusted === true);
}

/**
 * Returns what counts of a ruling about an effect that cannot be seen. In a sandbox that is certain, the same policy decides when the code opens a
 * file or a host, so that nothing is left to ask. A block stays a block.
 */
export function unseenRuling({ containment }: GovernanceContext, ruling: Ruling): Ruling {
  return ruling !== 'block' && isContained(containment, 'constructed') ? 'pass' : ruling;
}
