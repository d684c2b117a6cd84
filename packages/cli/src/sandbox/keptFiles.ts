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
 * never brought back to an older state. Git would start itself in a repository inside of the project, with settings that a program may have written: these
 * can name a program to be started, outside of the sandbox.
 */
export function keptFiles({ project }: SandboxPlan, { masks, nested, files }: PreparedSandbox): FilesNow {
  const paths = [...masks.map(({ path }) => path), ...nested];
  const all = new Set(paths.filter(path => path.startsWith(`${project}/`)));
  const isBelowAnother = (path: string): boolean => path !== project && (all.has(path) || isBelowAnother(dirname(path)));
  return {
    except: [...all].filter(path => !isBelowAnother(dirname(path))).map(path => relative(project, path)),
    count: files,
  };
}
