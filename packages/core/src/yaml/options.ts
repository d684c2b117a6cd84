import type { ZodType } from 'zod';
import type { FindResource } from '../policy/compiledPolicy.ts';
import type { GuardNode } from '../model/node.ts';
import type { CompiledPolicy, NodeData } from '../policy/policyData.ts';
import type { PolicySettings } from '../model/settings.ts';
import type { PolicyIssue } from './issue.ts';
import type { Match } from '../model/condition.ts';
import type { Registry, Zod } from '../policy/definition.ts';
import type { Json } from '../model/json.ts';

/** A short form whose value is no longer known to the compiler: what the loader takes. */
export interface ShortForm extends Omit<ShortFormOf<never>, 'schema' | 'expand'> {
  readonly schema: (z: Zod) => ZodType;
  expand(value: never): { readonly [kind: string]: Json };
}

/** A top-level key of governance.yaml that is short for one node: `boundaries`, `access`. */
export interface ShortFormOf<Value> {
  /** The key, in snake_case. */
  readonly key: string;
  /** One line for the editor. */
  readonly doc: string;
  /** Whether its node comes before all others of its file, wherever the key is: for nodes that others rest on. */
  readonly leads?: true;
  /**
   * The keys that the node puts around the value, for a form whose value is what the node takes: it is then read as it is in the
   * file, and what is wrong with it is reported at its own place. `expand` must put the same around it.
   */
  readonly around?: readonly string[];
  /** The schema of the value, in camelCase as everywhere in code. */
  readonly schema: (z: Zod) => ZodType<Value>;
  /** Returns the node as governance.yaml writes it: a mapping with one kind, in snake_case. */
  expand(value: Value): { readonly [kind: string]: Json };
}

/** What the host of a policy can tell an engine about an action and a session. Without it nothing is doubted. */
export interface HostKnowledge {
  /** Whether actions ever have this: `taskType` is unknown to a hook. */
  supplies(member: keyof Match): boolean;
  /** Whether anything other than the nodes of the policy establishes this fact. */
  establishes(fact: string): boolean;
}

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
