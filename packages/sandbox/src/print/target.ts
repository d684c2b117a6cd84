import type { Mount } from '../linux/mounts.ts';
import type { PlanRule, SandboxPlan } from '../plan/sandboxPlan.ts';

/** A plan in the words of another sandbox. */
export interface PrintedPlan {
  /** The settings, or the script. */
  readonly text: string;
  /** What the target cannot say as the plan does, and is narrower in, one line each. */
  readonly notes: readonly string[];
  /** What the target would let happen and the plan does not. Settings that are wider are not for use. */
  readonly wider: readonly string[];
}

/** Prints a plan for one target. */
export type PrintPlan = (plan: SandboxPlan, now: PresentPaths) => PrintedPlan;

/** Paths of a project that rules close and that exist now. Most targets cover only these. */
export interface PresentPaths {
  readonly hidden: readonly string[];
  readonly fixed: readonly string[];
  /** The same as mounts, with the folders of the plan. */
  readonly mounts: readonly Mount[];
  /** The arguments of bubblewrap and the command in it, with `"$@"` for what is run. */
  readonly bubblewrap: readonly string[];
}

/** Hosts as targets write them that know only names: every port, and tunnels. A host of the plan that is more than that is left out. */
export function plainHosts({ hosts }: SandboxPlan): { readonly names: readonly string[]; readonly notes: readonly string[] } {
  const isPlain = ({ pattern, uploads }: SandboxPlan['hosts'][number]): boolean =>
    uploads && /^(?:\*\.)?[a-z\d.-]+$/iu.test(pattern);
  return {
    names: hosts.filter(isPlain).map(({ pattern }) => pattern),
    notes: hosts
      .filter(host => !isPlain(host))
      .map(
        ({ pattern }) =>
          `the host \`${pattern}\` is left out: the target knows neither ports, networks, nor requests that only bring data in`,
      ),
  };
}

/** The notes that hold for every target that covers only what exists. */
export function laterFiles(rules: readonly PlanRule[]): readonly string[] {
  return rules.length === 0
    ? []
    : ['files that a rule closes are covered if they exist when the sandbox starts: a secret that is made later is open'];
}

/** What the plan itself could not say. */
export const residualNotes = ({ residual }: SandboxPlan): readonly string[] =>
  residual.map(({ rule, text }) => `${rule}: ${text}`);
