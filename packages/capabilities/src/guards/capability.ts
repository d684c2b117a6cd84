import type { Action, GovernanceContext, Guard, Json, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { skip } from '@licet/core';
import { param, params } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';

import type { CheckParameters } from '../parameters/parameters.ts';
import type { ArgRules } from './argRules.ts';

/** How much harm a capability can do, from none to what cannot be taken back. */
export const SAFETY_CLASSES = ['read', 'write', 'destructive'] as const;

/** One of the safety classes. */
export type SafetyClass = (typeof SAFETY_CLASSES)[number];

/** What sort of data a capability shows or changes, in addition to ordinary data. */
export const SENSITIVITIES = ['pii', 'pci', 'secrets', 'memory'] as const;

/** One of the sorts of sensitive data. */
export type SensitivityTag = (typeof SENSITIVITIES)[number];

/** What the catalogue says of the tool that an action uses. */
export interface Capability {
  readonly id: string;
  readonly safety: SafetyClass;
  readonly sensitivity: readonly SensitivityTag[];
  /** The fields of its output that a reader without further roles may see; empty when nothing is said. */
  readonly allowedFields: readonly string[];
  /** What its arguments are held to. */
  readonly args?: ArgRules;
  /** What its arguments must be, as JSON Schema. */
  readonly parameters?: Json;
  /** The digest of the tool's description that the operator has looked at. */
  readonly pin?: string;
  /** False for a tool that the catalogue does not name, which counts as destructive. */
  readonly classified: boolean;
}

const checks = new WeakMap<Capability, CheckParameters>();

/** Remembers how the arguments of a capability are checked: what guards tell each other is data. */
export function checkParametersBy(capability: Capability, check: CheckParameters): void {
  checks.set(capability, check);
}

/** How the arguments of a capability are checked, where the catalogue says what they must be. */
export function parametersCheck(capability: Capability): CheckParameters | undefined {
  return checks.get(capability);
}

const KEY = 'capability';

/** Tells the guards that follow which capability the action needs. */
export function tellCapability(capability: Capability, ctx: GovernanceContext): void {
  ctx.annotate(KEY, capability as unknown as Json);
}

/**
 * Returns the capability that an action needs, as the catalogue before this guard says. What no catalogue names is
 * destructive, under the name of its tool, or of its kind where it has none.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, guard, pass } from '@licet/core';
 * import { Capabilities, capabilityOf } from '@licet/capabilities';
 *
 * let seen = '';
 * const look = guard('look', (action, ctx) => { seen = capabilityOf(action, ctx).safety; return pass(); });
 * const engine = new PolicyEngine(All(Capabilities({ catalogue: { 'docs.search': { safety: 'read' } } }), look));
 * engine.evaluateSync({ kind: 'tool', tool: 'docs.search' });
 * seen; // => 'read'
 * ```
 */
export function capabilityOf(action: Action, ctx: GovernanceContext): Capability {
  const told = ctx.annotations.findLast(({ key }) => key === KEY)?.value;
  return told === undefined ? unclassified(action) : (told as unknown as Capability);
}

/** The capability of a tool that is not classified. */
export function unclassified({ tool, kind }: Pick<Action, 'tool' | 'kind'>): Capability {
  return { id: tool ?? kind, safety: 'destructive', sensitivity: [], allowedFields: [], classified: false };
}

/** The options that say which capabilities a guard is about: all that are given must fit. */
export const selectingParams = {
  /** Only capabilities of these classes. */
  safety: param.optional(param.list(param.choice(SAFETY_CLASSES), { doc: 'only capabilities of these classes' }), 'every class'),
  /** Only capabilities with one of these sorts of data. */
  sensitivity: param.optional(
    param.list(param.choice(SENSITIVITIES), { doc: 'only capabilities with one of these sorts of data' }),
    'whatever they show',
  ),
  /** Only these, by id; `*` matches any number of characters. */
  capability: param.optional(
    param.list(param.text(), { doc: 'only these, by id; `*` matches any number of characters' }),
    'every capability',
  ),
};

const selection = params(selectingParams);

/** Which capabilities a guard is about. */
export type Selection = ParamsOf<typeof selection>;

/** A `check` that skips the actions whose capability the options leave out. */
export function checkSelected(
  { safety, sensitivity, capability }: Selection,
  check: (needed: Capability, action: Action, ctx: GovernanceContext) => Verdict | PromiseLike<Verdict>,
): Guard['check'] {
  return (action, ctx) => {
    const needed = capabilityOf(action, ctx);
    const isMeant =
      (safety === undefined || safety.includes(needed.safety)) &&
      (sensitivity === undefined || needed.sensitivity.some(tag => sensitivity.includes(tag))) &&
      (capability === undefined || capability.some(pattern => matchesWildcard(pattern, needed.id)));
    return isMeant ? check(needed, action, ctx) : skip();
  };
}

/** The roles of the action's principal; none for an action without a principal. */
export function rolesOf({ principal }: Action): readonly string[] {
  return Array.isArray(principal?.roles) ? principal.roles.filter(role => typeof role === 'string') : [];
}
