import type { Json } from '../model/json.ts';

/**
 * What a guard says about files and hosts whatever the action is, as data: what a sandbox can hold a running program to. Patterns are those of
 * the guard's params. A sandbox takes it in its strictest sense: a path that any list closes stays closed.
 */
export interface Confinement {
  /** Where files may be changed; every other path is closed for changes. Absent: the guard restricts no changes. */
  readonly write?: readonly Json[];
  /** Where files may be read; every other path is closed. Absent: the guard restricts no reads. */
  readonly read?: readonly Json[];
  /** What may be read but not changed. */
  readonly readOnly?: readonly Json[];
  /** What may be neither read nor changed. */
  readonly hide?: readonly Json[];
  /** What `hide` does not mean, though its patterns match. */
  readonly except?: readonly Json[];
  /** What governs the agent: readable, and never changed. */
  readonly freeze?: readonly Json[];
  /** What is said about hosts. Absent: the guard does not look at the network. */
  readonly hosts?: HostConfinement;
}

/** What a guard says about hosts, as patterns of hosts. */
export interface HostConfinement {
  /** The hosts that may be reached. Absent: every host. */
  readonly allow?: readonly string[];
  /** The hosts that may not be reached, whatever `allow` says. */
  readonly deny: readonly string[];
  /** The hosts that local data may be sent to. Absent: every host that may be reached. */
  readonly uploadTo?: readonly string[];
  /** The request methods that may be used. Absent: every method. */
  readonly methods?: readonly string[];
}
