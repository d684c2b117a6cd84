import type { PolicyIssue } from '@licet/core/yaml';

/** How a policy that was imported does on its tests. */
export interface TriedPolicy {
  /** Why it does not load; empty where it does. */
  readonly issues: readonly PolicyIssue[];
  readonly warnings: readonly PolicyIssue[];
  /** What each test found instead of what it wanted, in their order; undefined for one that passes. Empty where the policy does not load. */
  readonly failures: readonly (string | undefined)[];
}

/** What `licet import` needs of the program that it is part of. */
export interface ImportProgram {
  /** Reads a file that was named on the command line, or standard input for `-`. Errors call it `what`. */
  readonly readText: (name: string, what: string) => string;
  /** Loads a policy, and runs tests on it. */
  readonly tryPolicy: (policy: string, tests: string) => Promise<TriedPolicy>;
}
