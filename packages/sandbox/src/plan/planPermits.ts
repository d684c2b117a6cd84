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
  const { permits } = hostTests(plan);
  return use =>
    use.kind === 'connect' ? permits(use.host, use.port, use.uploads) : permitsPath(use.kind, use.path, plan, closed);
}

function permitsPath(kind: 'read' | 'write', path: string, { read, write }: SandboxPlan, closed: ClosedPaths): boolean {
  const why = closed(path);
  if (why?.kind === 'hide') return false;
  if (kind === 'read') return read.some(folder => isWithin(path, folder));
  return why === undefined && write.some(folder => isWithin(path, folder));
}

/** The tests of hosts that a plan is compiled into. */
export interface HostTests {
  /** Whether a host may be reached, and whether data may be sent there. */
  readonly permits: (host: string, port: number | undefined, uploads: boolean) => boolean;
  /** Whether an address is named: by itself, as a network, or as `localhost`. A wildcard names none. */
  readonly names: (host: string, port: number | undefined) => boolean;
  /** Whether a host is closed whatever else is said. */
  readonly denies: (host: string, port: number | undefined) => boolean;
}

/** Compiles the hosts of a plan into tests. */
export function hostTests({ hosts, deniedHosts }: Pick<SandboxPlan, 'hosts' | 'deniedHosts'>): HostTests {
  const open = hosts.map(host => ({ ...host, compiled: compileHost(host.pattern, ['hosts']) }));
  const denied = deniedHosts.map(pattern => compileHost(pattern, ['deniedHosts']));
  const denies = (host: string, port: number | undefined): boolean => denied.some(pattern => pattern.matches(host, port));
  return {
    denies,
    names: (host, port) => open.some(({ pattern, compiled }) => !pattern.startsWith('*') && compiled.matches(host, port)),
    permits(host, port, uploads) {
      const embedded = embeddedAddress(host);
      if (denies(host, port) || (embedded !== undefined && denies(embedded, port))) return false;
      return open.some(each => (each.uploads || !uploads) && each.compiled.matches(host, port));
    },
  };
}
