import { dirname, relative } from 'node:path';

import { prepareSandbox } from '@licet/sandbox';
import type { FilesNow, PreparedSandbox, SandboxPlan } from '@licet/sandbox';

import { readPlan } from './openPlan.ts';

/** Returns which files a snapshot of the project of this folder holds. */
export async function keptNow(): Promise<FilesNow> {
  const { plan } = await readPlan(process.cwd());
  return keptFiles(plan, prepareSandbox(plan, { gitWrites: false }));
}

/**
 * The same for a sandbox that is prepared: all but what a run could not change. Secrets are never copied into a snapshot, and what governs the agent is
 * never brought back to an older state.
 */
export function keptFiles({ project }: SandboxPlan, { masks, files }: PreparedSandbox): FilesNow {
  const paths = masks.flatMap(({ path }) => (path.startsWith(`${project}/`) ? [path] : []));
  const all = new Set(paths);
  const isBelowAnother = (path: string): boolean => path !== project && (all.has(path) || isBelowAnother(dirname(path)));
  return {
    except: [...all].filter(path => !isBelowAnother(dirname(path))).map(path => relative(project, path)),
    count: files,
  };
}
