import { canonicalJson, sha256 } from '@licet/core/text';

import type { SandboxPlan } from './sandboxPlan.ts';

/**
 * Returns the SHA-256 of a plan as hexadecimal digits: equal for equal plans. What the plan could not express takes no part.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { FileBoundary, guardDefinitions } from '@licet/guards';
 * import { planDigest, planSandbox } from '@licet/sandbox';
 *
 * const place = { root: '/project', home: '/home/me' };
 * const plan = planSandbox({ policy: FileBoundary({ allow: ['**'], ...place }), registry: createRegistry(guardDefinitions), ...place });
 * planDigest(plan) === planDigest({ ...plan, write: [] }); // => false
 * ```
 */
export function planDigest({ residual: _residual, ...plan }: SandboxPlan): string {
  return sha256(canonicalJson(plan));
}
