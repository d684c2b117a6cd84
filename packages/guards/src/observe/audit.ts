import type { Action, Effect, Guard, MaybePromise, OutcomeStatus, ParamsOf } from '@licet/core';
import { InvariantError, checkOptions, defineNode, param, params, pass } from '@licet/core';

import { describeTarget } from '../judging/findings.ts';

/** What {@link Audit} writes down: that an action goes ahead, and how it ended. */
export type AuditEntry =
  | {
      readonly type: 'start';
      readonly at: number;
      readonly sessionId: string;
      readonly callId?: string;
      readonly tool: string;
      readonly effects: readonly string[];
    }
  | {
      readonly type: 'end';
      readonly at: number;
      readonly sessionId: string;
      readonly callId?: string;
      readonly tool: string;
      readonly status: OutcomeStatus;
    };

const auditOptions = params({
  to: param.code<(entry: AuditEntry) => MaybePromise<void>>({ doc: 'where entries go' }),
  name: param.code<string>({ doc: 'the name of the destination, for a policy that names it' }),
});

/** What {@link Audit} takes. */
export interface AuditOptions extends Omit<ParamsOf<typeof auditOptions>, 'to'> {
  /** Where entries go. What it throws when an action starts keeps the action from running. */
  readonly to: (entry: AuditEntry) => MaybePromise<void>;
}

/**
 * Writes down the actions that go ahead past this place in the tree, with what they do, and how they ended. It never
 * stops anything by itself: put it into an outer `all`, beside what decides. For a trail of everything that was decided, give the
 * engine an `audit` sink instead.
 *
 * | the action | ruling |
 * |---|---|
 * | any | pass |
 *
 * It sees only actions that pass the whole tree, since it writes when the engine commits.
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
export function Audit(options: AuditOptions): Guard {
  checkOptions('audit', auditOptions, options);
  const { to, name } = options;
  if (typeof to !== 'function')
    throw new InvariantError('invalid_param', '`to` of an audit must be a function', { path: ['to'] });
  const about = ({ sessionId, callId, tool, kind }: Action): Pick<AuditEntry, 'sessionId' | 'callId' | 'tool'> => ({
    sessionId,
    ...(callId !== undefined && { callId }),
    tool: tool ?? kind,
  });
  return Object.freeze<Guard>({
    name: 'audit',
    kind: 'audit',
    layer: 'observe',
    needs: ['effects'],
    params: Object.freeze(name === undefined ? { to } : { to: name }),
    check: () => pass(),
    commit: (action, ctx) => to({ type: 'start', at: ctx.now, ...about(action), effects: ctx.effects.map(inWords) }),
    record: (action, { status }, ctx) => to({ type: 'end', at: ctx.now, ...about(action), status }),
  });
}

function inWords(effect: Effect): string {
  return `${effect.kind} ${describeTarget(effect)}`;
}

/** `audit` in governance.yaml: `audit: NAME`, where the host has registered a destination of that name. */
export const auditDefinition = defineNode({
  kind: 'audit',
  doc: 'writes down the actions that go ahead, and how they ended',
  scalar: 'to',
  params: params({ to: param.text({ doc: 'the name of a destination that the host has registered' }) }),
  rulings: [['any action', 'pass, and an entry when it starts and when it ends']],
  example: 'audit: siem',
  build({ to: name }, _children, context) {
    const to = context.resource('audit', name);
    if (typeof to !== 'function')
      throw new InvariantError('unknown_reference', `the host has no audit destination \`${name}\``, { path: ['to'] });
    return Audit({ to: to as AuditOptions['to'], name });
  },
});
