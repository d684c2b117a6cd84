import type { GuardNode } from '@licet/core';
import type { Param, ParamsOf } from '@licet/core/nodes';
import { InvariantError, skip } from '@licet/core';
import { checkOptions, defineNode, param, params } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';

import { readParameters } from '../parameters/parameters.ts';
import type { Parameters, ParametersInput } from '../parameters/parameters.ts';
import { SAFETY_CLASSES, SENSITIVITIES, checkParametersBy, tellCapability, unclassified } from './capability.ts';
import type { Capability } from './capability.ts';
import { argRulesParam } from './argRules.ts';

const entryParam = param.object({
  /** The tools that are this capability; `*` matches any number of characters. */
  tools: param.optional(
    param.list(param.text(), { doc: 'the tools that are this capability; `*` matches any number of characters' }),
    'the tool of the same name',
  ),
  /** What it can do at worst. */
  safety: param.optional(
    param.choice(SAFETY_CLASSES, { doc: 'what it can do at worst' }),
    'what `hints` says, else `destructive`',
  ),
  /** What the tool's server says of it. */
  hints: param.optional(
    param.object(
      {
        /** That the tool may destroy something. */
        destructive: param.optional(param.flag({ doc: 'that the tool may destroy something' })),
        /** That the tool only reads. */
        readOnly: param.optional(param.flag({ doc: 'that the tool only reads' })),
      },
      { doc: "what the tool's server says of it" },
    ),
  ),
  /** Whether a hint of the server that the tool only reads is believed. */
  trusted: param.optional(param.flag({ doc: 'whether a hint of the server that the tool only reads is believed' }), 'false'),
  /** What sort of data it shows or changes. */
  sensitivity: param.optional(param.list(param.choice(SENSITIVITIES), { doc: 'what sort of data it shows or changes' })),
  /** The fields of its output that everybody may see where it shows `pii` or `pci`. */
  allowedFields: param.optional(
    param.list(param.text(), { doc: 'the fields of its output that everybody may see where it shows `pii` or `pci`' }),
    'every field',
  ),
  /** Rules for its arguments, by name. */
  args: param.optional(argRulesParam),
  /** What its arguments must be, as JSON Schema; in code also a schema of zod or the like. */
  parameters: param.optional(
    param.json({
      doc: 'what its arguments must be, as JSON Schema; in code also a schema of zod or the like',
    }) as Param<ParametersInput>,
    'any arguments',
  ),
  /** The digest of the tool's description, for `tool_pin`. */
  pin: param.optional(param.text({ doc: "the digest of the tool's description, for `tool_pin`" })),
});

/** One capability as the operator describes it. */
export type CapabilityEntry = NonNullable<(typeof entryParam)['value']>;

const capabilitiesParams = params({
  /** Every capability, by its id. */
  catalogue: param.record(entryParam, { doc: 'every capability, by its id' }),
});

/** What {@link Capabilities} takes: every capability, by its id. */
export type CapabilitiesOptions = ParamsOf<typeof capabilitiesParams>;

/** Finds the capability of a tool. */
export type FindCapability = (tool: string) => Capability | undefined;

/**
 * The catalogue: what each tool can do at worst, what data it shows, and what its arguments are held to. It judges nothing
 * and is skipped for every action; it tells the guards after it which capability the action needs. Put it before them.
 *
 * | the action | ruling |
 * |---|---|
 * | any | skipped |
 *
 * The class of a tool is what `safety` says; else destructive where the tool's server hints so; else read where the server
 * hints so and is `trusted`; else destructive. A tool that the catalogue does not name is destructive.
 *
 * Where several entries fit a tool, the one with its exact name counts, then the one whose pattern says most of it, then the
 * one of the stricter class. It cannot see what a tool really does: the class is the operator's word.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine } from '@licet/core';
 * import { Capabilities, RequireRole } from '@licet/capabilities';
 *
 * const catalogue = Capabilities({ catalogue: { 'docs.search': { safety: 'read' }, tickets: { tools: ['tickets.*'], safety: 'write' } } });
 * const engine = new PolicyEngine(All(catalogue, RequireRole({ roles: ['writer'], safety: ['write', 'destructive'] })), { default: 'pass' });
 * engine.evaluateSync({ kind: 'tool', tool: 'docs.search' }).ruling; // => 'pass'
 * engine.evaluateSync({ kind: 'tool', tool: 'tickets.close' }).code; // => 'missing_role'
 * engine.evaluateSync({ kind: 'tool', tool: 'unknown.tool' }).code; // => 'missing_role'
 * ```
 */
export function Capabilities(options: CapabilitiesOptions): GuardNode {
  checkOptions('capabilities', capabilitiesParams, options);
  const capabilities = Object.entries(options.catalogue).map(([id, entry]) => ({ entry, ...capabilityFrom(id, entry) }));
  const find = catalogueOf(capabilities);
  const isCode = capabilities.some(({ parameters }) => parameters?.isCode === true);
  const described = capabilities.map(({ capability: { id, parameters }, entry }) => [
    id,
    { ...entry, ...(parameters !== undefined && { parameters }) },
  ]);
  return Object.freeze<GuardNode>({
    name: 'capabilities',
    kind: 'capabilities',
    layer: 'boundary',
    // A schema of a library may hold code: a policy with one cannot be built from its description.
    params: Object.freeze({ catalogue: Object.freeze(Object.fromEntries(described)), ...(isCode && { code: find }) }),
    check(action, ctx) {
      const needed = find(action.tool ?? action.kind) ?? unclassified(action);
      tellCapability(action.kind === 'expand' ? lookInto(needed) : needed, ctx);
      return skip();
    },
  });
}

/** To look again into what a tool has brought back only reads, whatever the tool did. */
function lookInto({ args: _args, ...needed }: Capability): Capability {
  return { ...needed, safety: 'read' };
}

interface Pattern {
  readonly pattern: string;
  readonly capability: Capability;
}

interface Entry {
  readonly entry: CapabilityEntry;
  readonly capability: Capability;
}

/** Prepares a catalogue for look-ups by tool. Throws for an empty one and for a tool that two entries name exactly. */
function catalogueOf(entries: readonly Entry[]): FindCapability {
  const exact = new Map<string, Capability>();
  const patterns: Pattern[] = [];
  for (const { capability, entry } of entries) {
    const { id } = capability;
    for (const tool of entry.tools ?? [id]) {
      if (tool.includes('*')) patterns.push({ pattern: tool, capability });
      else if (exact.has(tool))
        throw new InvariantError('invalid_param', `the tool \`${tool}\` belongs to \`${exact.get(tool)?.id}\` and to \`${id}\``, {
          path: ['catalogue', id],
        });
      else exact.set(tool, capability);
    }
  }
  if (exact.size + patterns.length === 0)
    throw new InvariantError('invalid_param', '`catalogue` names no capability', { path: ['catalogue'] });
  const strictness = ({ capability }: Pattern): number => SAFETY_CLASSES.indexOf(capability.safety);
  patterns.sort(
    (a, b) =>
      literal(b).length - literal(a).length || strictness(b) - strictness(a) || (a.capability.id < b.capability.id ? -1 : 1),
  );
  return tool => exact.get(tool) ?? patterns.find(({ pattern }) => matchesWildcard(pattern, tool))?.capability;
}

const literal = ({ pattern }: Pattern): string => pattern.replaceAll('*', '');

function capabilityFrom(
  id: string,
  entry: CapabilityEntry,
): { readonly capability: Capability; readonly parameters: Parameters | undefined } {
  const { safety, hints, trusted, sensitivity = [], allowedFields = [], args, pin } = entry;
  const hinted = hints?.destructive !== true && hints?.readOnly === true && trusted === true ? 'read' : 'destructive';
  const path = ['catalogue', id, 'parameters'];
  const parameters = entry.parameters === undefined ? undefined : readParameters(entry.parameters, path);
  const capability = Object.freeze({
    id,
    safety: safety ?? hinted,
    sensitivity,
    allowedFields,
    ...(args !== undefined && { args }),
    ...(parameters !== undefined && { parameters: parameters.schema }),
    ...(pin !== undefined && { pin }),
    classified: safety !== undefined || hints !== undefined,
  });
  if (parameters !== undefined) checkParametersBy(capability, parameters.check);
  return { capability, parameters };
}

/** `capabilities` in governance.yaml. */
export const capabilitiesDefinition = defineNode({
  kind: 'capabilities',
  bare: 'catalogue',
  doc: 'the catalog: what each tool can do at worst, what data it shows, how its arguments are limited',
  params: capabilitiesParams,
  rulings: [['any action', 'skipped']],
  example: 'capabilities: { docs.search: { safety: read }, tickets: { tools: ["tickets.*"], safety: write } }',
  analysis: {
    affectsSiblings: true,
    compare: () => 'equal',
  },
  build: given => Capabilities(given),
});
