import * as zod from 'zod';
import type { ZodType } from 'zod';

import { celCondition } from '../cel/celCondition.ts';
import { buildContext } from '../policy/compiledPolicy.ts';
import type { AnyDefinition, BuildContext, Registry, Zod } from '../policy/definition.ts';
import type { PolicySettings } from '../model/settings.ts';
import type { PolicyIssue, Place } from './issue.ts';
import type { LoadOptions } from './options.ts';
import { paramsSchema } from './specSchema.ts';
import type { NodeData, PolicySource } from '../policy/policyData.ts';
import type { GuardNode } from '../model/node.ts';

/** A node as data and as a guard. */
export interface LoadedNode {
  readonly data: NodeData;
  readonly guard: GuardNode;
  /** Where this node and those below it stand, by the indices of the children on the way. */
  readonly places: NodePlaces;
}

/** The places of nodes in files, by the way to each: empty for the node itself, `0.2` for the third child of its first. */
export type NodePlaces = ReadonlyMap<string, Place>;

/** Everything that one load collects while it goes through the files. */
export interface LoadRun {
  readonly options: LoadOptions;
  readonly registry: Registry;
  readonly context: BuildContext;
  readonly issues: PolicyIssue[];
  readonly warnings: PolicyIssue[];
  /** The places at which the text itself could not be read, so that whatever else is said about them is noise. */
  readonly unread: Set<PolicyIssue>;
  readonly sources: PolicySource[];
  /** Where each `id` was given first. */
  readonly ids: Map<string, Place>;
  usesCel: boolean;
  /** What the main file says in addition to its tree; undefined until it is read, and when it is wrong. */
  settings: PolicySettings | undefined;
  /** The graphs that a node names. */
  readonly usedGraphs: Set<string>;
  /** Returns the schema of a node's params; it is made once. */
  paramsOf(definition: AnyDefinition): ZodType<object>;
  /** Returns the schema under a name; it is made once. */
  schemaOf<T>(name: string, make: (z: Zod) => ZodType<T>): ZodType<T>;
}

/** Starts a load. */
export function startRun(options: LoadOptions): LoadRun {
  const schemas = new Map<string, ZodType>();
  const { registry, root, home, resources } = options;
  const run: LoadRun = {
    options,
    registry,
    context: buildContext(
      {
        root,
        home,
        ...(resources !== undefined && { resources }),
        conditions: text => {
          run.usesCel = true;
          return celCondition(text);
        },
      },
      () => run.settings ?? {},
    ),
    issues: [],
    warnings: [],
    unread: new Set(),
    sources: [],
    ids: new Map(),
    usesCel: false,
    settings: undefined,
    usedGraphs: new Set(),
    paramsOf: definition => run.schemaOf(definition.kind, () => paramsSchema(definition, registry)),
    schemaOf<T>(name: string, make: (z: Zod) => ZodType<T>) {
      const schema = schemas.get(name) ?? make(zod);
      schemas.set(name, schema);
      return schema as ZodType<T>;
    },
  };
  return run;
}
