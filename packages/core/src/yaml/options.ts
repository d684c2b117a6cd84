import type { CompiledPolicy, FindResource } from '../policy/compiledPolicy.ts';
import type { GuardNode } from '../model/node.ts';
import type { NodeData } from '../policy/policyData.ts';
import type { PolicySettings } from '../model/settings.ts';
import type { Registry } from '../policy/registry.ts';
import type { HostKnowledge } from './doubts.ts';
import type { PolicyIssue } from './issue.ts';
import type { ShortForm } from './shortForm.ts';

/** What a policy is loaded with. */
export interface LoadOptions {
  /** The nodes that the policy may name. */
  readonly registry: Registry;
  /** The folder that relative patterns start from; absolute. */
  readonly root: string;
  /** The home folder that `~` means; absolute. */
  readonly home: string;
  /** The name of the file, for messages and for the list of sources. */
  readonly file?: string;
  /**
   * Finds a policy named under `include`; `from` is the file that names it. Undefined when there is none. Without it
   * nothing can be included.
   */
  readonly include?: (name: string, from: string) => { readonly text: string; readonly file: string } | undefined;
  /** The names that `include` knows, for what was probably meant by another one. */
  readonly includeNames?: readonly string[];
  /** Finds what the host has registered under a name, or what the policy's own settings declare. Throws for an unknown name. */
  readonly resources?: FindResource;
  /** What the host can supply, for warnings about conditions that never hold. @defaultValue anything */
  readonly host?: HostKnowledge;
  /** The top-level keys that stand for a node. @defaultValue none */
  readonly shortForms?: readonly ShortForm[];
}

/** A policy that has loaded. */
export interface LoadedPolicy {
  readonly policy: GuardNode;
  /** The tree as data, in the names of the code. */
  readonly data: NodeData;
  readonly settings: PolicySettings;
  /** The same policy for a process that wants neither YAML nor a schema library. */
  readonly compiled: CompiledPolicy;
  /** What is allowed but doubtful. */
  readonly warnings: readonly PolicyIssue[];
}
