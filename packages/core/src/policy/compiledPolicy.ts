import type { Condition, Match } from '../model/condition.ts';
import { match } from '../model/condition.ts';
import type { BuildContext, Registry } from './definition.ts';
import { GovernanceError, InvariantError } from '../model/errors.ts';
import type { Json } from '../model/json.ts';
import type { CompiledPolicy } from './policyData.ts';
import { buildTree, COMPILED_FORMAT } from './policyData.ts';
import type { BuiltPolicy, PolicySettings } from '../model/settings.ts';
import { nodePlaces } from './nodePlaces.ts';

/**
 * Finds what a node refers to by name: `('graph', 'main')`. `settings` are those of the policy, so that a host can go by
 * what the policy itself declares. Throws for a name that nothing has.
 */
export type FindResource = (category: string, name: string, settings: PolicySettings) => unknown;

/** What a compiled policy is built with. */
export interface BuildOptions {
  readonly registry: Registry;
  /** The folder that relative patterns start from; absolute. */
  readonly root: string;
  /** The home folder that `~` means; absolute. */
  readonly home: string;
  /** Files and folders, absolute, that the program that judges runs from. */
  readonly program?: readonly string[];
  /** Files, absolute, that the policy in force was made of or names. */
  readonly governing?: readonly string[];
  /** Finds the files, absolute, that programs made in a sandbox although a rule closes them. @defaultValue none */
  readonly planted?: () => readonly string[];
  /** The file system that nodes look paths up in: see {@link BuildContext}. @defaultValue this machine's */
  readonly files?: unknown;
  /** Finds what nodes refer to by name. Without it every reference is unknown. */
  readonly resources?: FindResource;
  /** Compiles CEL text, for a policy that uses it: `celCondition` of `@licet/core/cel`. */
  readonly conditions?: (text: string) => Condition;
}

/**
 * Builds the tree of a compiled policy. The data is trusted: it must come from the loader, through nothing that an agent
 * can write to. Throws a {@link GovernanceError} for another format, for CEL text without `conditions`, for a kind that
 * the registry does not have, and for whatever the nodes themselves refuse.
 *
 * @example
 * ```ts
 * import { createRegistry, guard, pass } from '@licet/core';
 * import { defineNode } from '@licet/core/nodes';
 * import { buildPolicy } from '@licet/core/policy';
 *
 * const fine = defineNode({ kind: 'fine', doc: 'passes', params: z => z.strictObject({}), build: () => guard('fine', () => pass()) });
 * const compiled = { format: 1 as const, policy: { kind: 'fine' }, settings: { default: 'block' as const }, sources: [], usesCel: false };
 * buildPolicy(compiled, { registry: createRegistry([fine]), root: '/project', home: '/home/me' }).policy.name; // => 'fine'
 * ```
 */
export function buildPolicy(compiled: CompiledPolicy, options: BuildOptions): BuiltPolicy {
  const format: number = compiled.format;
  if (format !== COMPILED_FORMAT) {
    throw new GovernanceError(
      'unsupported_version',
      `expected a compiled policy of format ${String(COMPILED_FORMAT)}, found \`${String(format)}\``,
    );
  }
  const context = { ...buildContext(options, () => compiled.settings), checked: true as const };
  const policy = buildTree(compiled.policy, options.registry, context);
  return { policy, settings: compiled.settings, ...(compiled.places && { placeOf: nodePlaces(policy, compiled) }) };
}

/** Returns what nodes are built with: structural matches go to core's `match`, texts to the given compiler. */
export function buildContext(
  { root, home, program, governing, planted, files, resources, conditions }: Omit<BuildOptions, 'registry'>,
  settings: () => PolicySettings,
): BuildContext {
  return Object.freeze({
    root,
    home,
    ...(program !== undefined && { program }),
    ...(governing !== undefined && { governing }),
    ...(planted !== undefined && { planted }),
    ...(files !== undefined && { files }),
    condition(source: Json): Condition {
      if (typeof source !== 'string') return match(source as Match);
      if (conditions === undefined)
        throw new InvariantError('invalid_condition', `the condition \`${source}\` is CEL, and no CEL compiler was given`);
      return conditions(source);
    },
    resource(category: string, name: string): unknown {
      if (resources === undefined)
        throw new InvariantError('unknown_reference', `there is no ${category} \`${name}\`: the host has registered none`);
      return resources(category, name, settings());
    },
  });
}
