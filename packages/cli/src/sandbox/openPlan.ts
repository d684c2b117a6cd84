import type { OfferContainment } from '@licet/core';
import { planDigest } from '@licet/sandbox';
import type { SandboxPlan } from '@licet/sandbox';

import { buildGuards, openEngine } from '../policy/openEngine.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { LICET_RUN } from './containing.ts';
import { planOf } from './planOf.ts';

/** The policy of a folder, with the plan that was computed from it. */
export interface FoundPlan {
  readonly plan: SandboxPlan;
  readonly found: NearestPolicy;
}

/** A plan whose policy is open. */
interface OpenedPlan extends FoundPlan {
  readonly opened: OpenedPolicy;
}

/** Reads the policy that governs a folder and computes its plan, for what judges nothing. */
export async function readPlan(from: string): Promise<FoundPlan> {
  const found = await readPolicies(undefined, from, false);
  return { found, plan: planOf(found, await buildGuards(found)) };
}

/**
 * Opens the policy that governs a folder and computes its plan. No option names another policy: an agent could name one that it has written. What is
 * judged by it is what runs in the sandbox, so that each call has one.
 *
 * @param records - Whether decisions are written down.
 */
export async function openPlan(from: string, records: boolean): Promise<OpenedPlan> {
  const found = await readPolicies(undefined, from, records);
  let digest: string | undefined;
  const contain: OfferContainment = () =>
    digest === undefined ? undefined : { level: 'constructed', by: LICET_RUN, planDigest: digest };
  const opened = await openEngine(found, records ? { records, contain } : { records, looks: true, contain });
  try {
    const plan = planOf(found, opened);
    digest = planDigest(plan);
    return { plan, opened, found };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
