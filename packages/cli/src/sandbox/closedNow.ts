import { relative } from 'node:path';

import { prepareSandbox } from '@licet/sandbox';
import type { PreparedSandbox, SandboxPlan } from '@licet/sandbox';

import { openPlan } from './openPlan.ts';

/** Returns what a run in the project of this folder could not change, as paths from the project: snapshots leave it out. */
export async function closedNow(): Promise<readonly string[]> {
  const { plan, opened } = await openPlan(process.cwd(), false);
  await opened.close();
  return closedPaths(plan, prepareSandbox(plan, { gitWrites: false }));
}

/**
 * The same for a sandbox that is prepared. Secrets are never copied into a snapshot, and what governs the agent is never brought back to an older state.
 */
export const closedPaths = ({ project }: SandboxPlan, { masks }: PreparedSandbox): readonly string[] =>
  masks.flatMap(({ path }) => (path.startsWith(`${project}/`) ? [relative(project, path)] : []));
