/** The rule of paths that no guard of the policy names: the files that the policy was made of, the program that judges, the repository. */
export const GOVERNING = 'what governs the agent';

/** Paths that one rule of the policy closes. */
export interface PlanRule {
  /** The node of the policy, with its list: `file_boundary.deny`, `secret_paths`. */
  readonly rule: string;
  /** Patterns of paths, as a policy writes them. They are read in their widest sense, and letters count without case. */
  readonly patterns: readonly string[];
  /** Patterns of paths that are not meant, though `patterns` match them. */
  readonly except: readonly string[];
}

/** A host that code may reach. */
export interface PlanHost {
  /** A pattern of hosts, as a policy writes it: `registry.npmjs.org`, `*.example.com:443`. */
  readonly pattern: string;
  /** Whether local data may be sent there too. Without it only plain requests that bring data in are possible, since a tunnel hides what it carries. */
  readonly uploads: boolean;
}

/** Something that the plan cannot say as the policy says it. */
export interface Residual {
  /** The node of the policy. */
  readonly rule: string;
  /** What the plan does instead, in one sentence without a full stop. */
  readonly text: string;
}

/** How much the code in a sandbox may use. */
export interface PlanLimits {
  /** The most processes and threads at one time. */
  readonly processes: number;
}

/**
 * What code may do in a sandbox, as a plain object. It is never wider than the policy that it was computed from: a path or a host that the
 * policy does not clearly open is closed. Paths are absolute.
 */
export interface SandboxPlan {
  readonly version: 1;
  /** The folder of the policy. Patterns of the rules start here. */
  readonly project: string;
  /** The home folder of the person. It is not visible in the sandbox. */
  readonly home: string;
  /** Folders whose files may be changed, except for what the rules close. */
  readonly write: readonly string[];
  /** Folders whose files may be read, except for what `hide` closes. System folders and toolchains come on top. */
  readonly read: readonly string[];
  /** What may be read but not changed. */
  readonly readOnly: readonly PlanRule[];
  /** What may be neither read nor changed. */
  readonly hide: readonly PlanRule[];
  /** What governs the agent: readable, and never changed. */
  readonly freeze: readonly PlanRule[];
  /** The hosts that may be reached; empty where there is no network. */
  readonly hosts: readonly PlanHost[];
  /** Hosts that may not be reached, whatever `hosts` says. */
  readonly deniedHosts: readonly string[];
  /** Names of environment variables that are passed on. A name that ends in `*` means all names with that beginning. */
  readonly environment: readonly string[];
  readonly limits: PlanLimits;
  readonly residual: readonly Residual[];
}
