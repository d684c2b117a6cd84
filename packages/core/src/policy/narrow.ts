import { All } from '../combinators/all.ts';
import { defaultVerdict } from '../engine/decide.ts';
import { evaluateChild } from '../engine/evaluator.ts';
import { SANDBOX_MODES } from '../model/containment.ts';
import type { DeclaredTools } from '../model/declaredTools.ts';
import { InvariantError } from '../model/errors.ts';
import type { GuardNode } from '../model/node.ts';
import { guard } from '../model/guard.ts';
import { chain } from '../model/maybe.ts';
import { quietWithin, strictestLimits } from './limits.ts';
import { APPROVAL_PROOFS } from '../model/settings.ts';
import type { ApprovalSettings, BuiltPolicy, PolicySettings } from '../model/settings.ts';
import { severityOf } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';

/**
 * Puts a project's policy under the policy of the person who runs the agent. The project can only narrow: both must let
 * an action through, what one of them does not cover gets that one's own `default`, observing takes both, the shorter
 * time limit counts, the stricter proof of answers is demanded, what is beyond the `limits` of the user has the value of the limit, and where the user says where something is kept, the user's place counts. Who people are and what things are
 * (`principals`, `resources`) is the user's to say alone: a project could give a role that the user's rules ask for.
 *
 * @example
 * ```ts
 * import { PolicyEngine, block, guard, pass } from '@licet/core';
 * import { narrow } from '@licet/core/policy';
 *
 * const user = { policy: guard('user', () => block('the disk is full', { fix: 'free some space' })), settings: {} };
 * const project = { policy: guard('project', () => pass()), settings: { mode: 'observe' as const } };
 * const { policy, settings } = narrow(user, project);
 * new PolicyEngine(policy, settings).evaluateSync({ kind: 'write' }).passed; // => false
 * ```
 */
export function narrow(
  user: BuiltPolicy,
  project: BuiltPolicy,
): BuiltPolicy & { readonly settings: Required<Pick<PolicySettings, 'default' | 'mode'>> } {
  const outer = user.settings;
  const inner = withoutIdentities(project.settings);
  const timeouts = [outer.guardTimeoutMs, inner.guardTimeoutMs].filter(limit => limit !== undefined);
  const graphs = { ...inner.graphs, ...outer.graphs };
  const tools = toolsOf(outer.tools, inner.tools);
  const sandbox = SANDBOX_MODES.find(mode => mode === outer.sandbox || mode === inner.sandbox);
  const approvals = approvalsOf(outer.approvals, inner.approvals);
  const limits = outer.limits && inner.limits ? strictestLimits(outer.limits, inner.limits) : (outer.limits ?? inner.limits);
  const quiet = quietWithin(inner.quiet ?? outer.quiet, { ...outer, ...(limits && { limits }) });
  return Object.freeze({
    policy: All(covered('user', user), covered('project', project)),
    placeOf: (node: GuardNode) => user.placeOf?.(node) ?? project.placeOf?.(node),
    settings: Object.freeze({
      ...inner,
      ...outer,
      default: stricter(outer.default ?? 'pass', inner.default ?? 'pass'),
      mode: outer.mode === 'observe' && inner.mode === 'observe' ? 'observe' : 'enforce',
      ...(quiet !== undefined && { quiet }),
      ...(limits !== undefined && { limits }),
      ...(sandbox !== undefined && { sandbox }),
      ...(timeouts.length > 0 && { guardTimeoutMs: Math.min(...timeouts) }),
      ...([outer, inner].some(({ resident }) => resident === false) && { resident: false }),
      ...(Object.keys(graphs).length > 0 && { graphs }),
      ...(Object.keys(tools).length > 0 && { tools }),
      ...(approvals !== undefined && { approvals }),
    }),
  });
}

/**
 * Makes a policy one whose rulings nothing lifts: no pause, and no answer that covers more than the call that it was given for. It is for a policy
 * that an organization puts above those of the people who run agents.
 *
 * @example
 * ```ts
 * import { guard, pass } from '@licet/core';
 * import { asFloor } from '@licet/core/policy';
 *
 * const { policy } = asFloor({ policy: guard('ours', () => pass()), settings: {} });
 * policy.floor; // => true
 * ```
 */
export function asFloor(built: BuiltPolicy): BuiltPolicy {
  const whole = covered('managed', built);
  const policy = guard('managed', (_action, ctx) => evaluateChild(ctx, whole), {
    floor: true,
    children: Object.freeze([whole]),
    determining: () => [0],
  });
  return Object.freeze({ ...built, policy });
}

const withoutIdentities = (settings: PolicySettings): PolicySettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'principals' && name !== 'resources'));

/** The user's settings, or the project's where the user has none, with the stricter proof of the two. */
function approvalsOf(outer?: ApprovalSettings, inner?: ApprovalSettings): ApprovalSettings | undefined {
  const proof = APPROVAL_PROOFS.findLast(level => [outer, inner].some(settings => settings?.proof === level));
  const said = outer ?? inner;
  return proof === undefined ? said : { ...said, proof };
}

/** What both say of a tool adds up. A kind of the project's could take an action away from the rules of its user. */
function toolsOf(outer: DeclaredTools = {}, inner: DeclaredTools = {}): DeclaredTools {
  const kinded = Object.keys(inner).find(name => inner[name]?.kind !== undefined && inner[name]?.kind !== outer[name]?.kind);
  if (kinded !== undefined)
    throw new InvariantError(
      'invalid_param',
      `a policy cannot give the tool \`${kinded}\` a kind under a policy above it: give it there, or declare \`effects\``,
    );
  const names = [...new Set([...Object.keys(outer), ...Object.keys(inner)])];
  return Object.fromEntries(
    names.map(name => [name, { ...outer[name], effects: [outer, inner].flatMap(tools => tools[name]?.effects ?? []) }]),
  );
}

/** Gives what a policy does not cover its own default. Without it, any other policy's pass would lift a default of block. */
function covered(name: string, { policy, settings }: BuiltPolicy): GuardNode {
  const ruling = settings.default ?? 'pass';
  if (ruling === 'pass') return policy;
  return guard(
    `${name}_default_${ruling}`,
    (_action, ctx) =>
      chain(evaluateChild(ctx, policy), verdict => (verdict.applicable === false ? defaultVerdict(ruling) : verdict)),
    { children: Object.freeze([policy]), determining: () => [0] },
  );
}

const stricter = (a: Ruling, b: Ruling): Ruling => (severityOf(a) > severityOf(b) ? a : b);
