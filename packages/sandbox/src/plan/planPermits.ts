import { compileHost, embeddedAddress } from '@licet/guards/authoring';
import { isWithin } from '@licet/effects/places';

import { compileRules } from './closedPaths.ts';
import type { ClosedPaths } from './closedPaths.ts';
import type { SandboxPlan } from './sandboxPlan.ts';

/** Something that a program may try in a sandbox. Paths are absolute, with links followed. */
export type PlanUse =
  | { readonly kind: 'read' | 'write'; readonly path: string }
  | { readonly kind: 'connect'; readonly host: string; readonly port?: number; readonly uploads: boolean };

/**
 * Tells whether a plan lets a program do something to a file of the project or to a host. System folders and temporary folders, which every sandbox
 * adds, are not asked about.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { FileBoundary, guardDefinitions } from '@licet/guards';
 * import { planPermits, planSandbox } from '@licet/sandbox';
 *
 * const policy = FileBoundary({ allow: ['src/**'], deny: ['src/private/'], root: '/project' });
 * const permits = planPermits(planSandbox({ policy, registry: createRegistry(guardDefinitions), root: '/project', home: '/home/me' }));
 * permits({ kind: 'write', path: '/project/src/app.ts' }); // => true
 * permits({ kind: 'read', path: '/project/src/private/key' }); // => false
 * ```
 */
export function planPermits(plan: SandboxPlan): (use: PlanUse) => boolean {
  const closed = compileRules(plan);
  const permitsHost = hostTest(plan);
  return use =>
    use.kind === 'connect' ? permitsHost(use.host, use.port, use.uploads) : permitsPath(use.kind, use.path, plan, closed);
}

function permitsPath(kind: 'read' | 'write', path: string, { read, write }: SandboxPlan, closed: ClosedPaths): boolean {
  const why = closed(path);
  if (why?.kind === 'hide') return false;
  if (kind === 'read') return read.some(folder => isWithin(path, folder));
  return why === undefined && write.some(folder => isWithin(path, folder));
}

/** Compiles the hosts of a plan into a test: whether a host may be reached, and whether data may be sent there. */
export function hostTest({
  hosts,
  deniedHosts,
}: Pick<SandboxPlan, 'hosts' | 'deniedHosts'>): (host: string, port: number | undefined, uploads: boolean) => boolean {
  const open = hosts.map(({ pattern, uploads }) => ({ pattern: compileHost(pattern, ['hosts']), uploads }));
  const denied = deniedHosts.map(pattern => compileHost(pattern, ['deniedHosts']));
  return (host, port, uploads) => {
    const names = [host, embeddedAddress(host)].filter(name => name !== undefined);
    if (names.some(name => denied.some(pattern => pattern.matches(name, port)))) return false;
    return open.some(each => (each.uploads || !uploads) && each.pattern.matches(host, port));
  };
}
