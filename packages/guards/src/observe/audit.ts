import type { Action, Effect, Evaluation, GuardNode, MaybePromise, OutcomeStatus, Ruling } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { InvariantError, pass } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';

import { describeTarget } from '../judging/findings.ts';

interface Told {
  readonly at: number;
  readonly sessionId: string;
  readonly callId?: string;
  readonly tool: string;
}

/** What {@link Audit} writes down: that an action goes ahead or is stopped, and how it ended. */
export type AuditEntry =
  | (Told & { readonly type: 'start'; readonly effects: readonly string[] })
  | (Told & {
      readonly type: 'stopped';
      readonly ruling: Ruling;
      readonly reason?: string;
      readonly effects: readonly string[];
    })
  | (Told & { readonly type: 'end'; readonly status: OutcomeStatus });

const auditParams = params({
  /** The name of a destination that the host has registered. */
  to: param.optional(param.text({ doc: 'the name of a destination that the host has registered' }), "the engine's trail"),
  /** An action that cannot be recorded does not run. */
  required: param.optional(param.flag({ doc: 'an action that cannot be recorded does not run' }), 'false'),
});

const auditOptions = params({
  ...auditParams.members,
  /** Where entries go. */
  to: param.code<(entry: AuditEntry) => MaybePromise<void>>({ doc: 'where entries go' }),
  /** The name of the destination, for a policy that names it. */
  name: param.code<string>({ doc: 'the name of the destination, for a policy that names it' }),
});

/** What {@link Audit} takes. Without `to` entries go to the engine's own trail, which records every action: the guard then only demands that there is one. */
export type AuditOptions = ParamsOf<typeof auditOptions>;

/**
 * Writes down every action that is decided, those that are stopped too, with what they do, and how they ended. It never stops
 * anything, also when the destination fails, unless it is `required`. Without a destination it is the engine's trail that records, and an
 * engine without one refuses to start.
 *
 * | the action | ruling |
 * |---|---|
 * | any | pass |
 *
 * It cannot see actions that never reach the engine, nor how one ended whose outcome is not reported.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { Audit } from '@licet/guards';
 *
 * const entries: string[] = [];
 * const engine = new PolicyEngine(Audit({ to: ({ type, tool }) => void entries.push(`${type} ${tool}`) }), {
 *   effects: analyzeEffects({ root: '/project' }),
 * });
 * const evaluation = await engine.evaluate({ kind: 'bash', tool: 'Bash' });
 * await engine.postAction(evaluation, { success: true });
 * entries; // => ['start Bash', 'end Bash']
 * ```
 */
export function Audit(options: AuditOptions = {}): GuardNode {
  checkOptions('audit', auditOptions, options);
  const { to, name, required = false } = options;
  const base = { name: 'audit', kind: 'audit', layer: 'observe', check: () => pass() } as const;
  if (to === undefined) {
    if (name !== undefined || required)
      throw new InvariantError('invalid_param', '`name` and `required` of an audit are about its `to`', { path: ['to'] });
    return Object.freeze<GuardNode>({ ...base, needs: ['audit'], params: Object.freeze({}) });
  }
  if (typeof to !== 'function')
    throw new InvariantError('invalid_param', '`to` of an audit must be a function', { path: ['to'] });
  const started = (action: Action, at: number, effects: readonly Effect[]): MaybePromise<void> =>
    to({ type: 'start', at, ...about(action), effects: effects.map(inWords) });
  return Object.freeze<GuardNode>({
    ...base,
    needs: ['effects'],
    params: Object.freeze({ to: name ?? to, ...(required && { required }) }),
    ...(required && { commit: (action: Action, ctx) => started(action, ctx.now, ctx.effects) }),
    decided({ action, passed, ruling, reason, context }: Evaluation) {
      const { now, effects } = context;
      if (passed) return required ? undefined : started(action, now, effects);
      const why = { ruling, ...(reason !== undefined && { reason }) };
      return to({ type: 'stopped', at: now, ...about(action), ...why, effects: effects.map(inWords) });
    },
    record: (action, { status }, ctx) => to({ type: 'end', at: ctx.now, ...about(action), status }),
  });
}

function about({ sessionId, callId, tool, kind }: Action): Pick<Told, 'sessionId' | 'callId' | 'tool'> {
  return { sessionId, ...(callId !== undefined && { callId }), tool: tool ?? kind };
}

function inWords(effect: Effect): string {
  return `${effect.kind} ${describeTarget(effect)}`;
}

/** `audit` in governance.yaml: `audit: {}` for the engine's trail, `audit: NAME` for a destination that the host has registered. */
export const auditDefinition = defineNode({
  kind: 'audit',
  doc: 'records every action, its ruling, and how it ended',
  bare: 'to',
  params: auditParams,
  rulings: [['any action', 'pass, and an entry when it starts or is stopped, and when it ends']],
  example: 'audit: siem',
  analysis: {
    compare: compareBy({}),
  },
  build({ to: name, required }, _children, context) {
    if (name === undefined) return Audit(required === undefined ? {} : { required });
    const to = context.resource('audit', name);
    if (typeof to !== 'function')
      throw new InvariantError('unknown_reference', `the host has no audit destination \`${name}\``, { path: ['to'] });
    return Audit({ to: to as NonNullable<AuditOptions['to']>, name, ...(required !== undefined && { required }) });
  },
});
