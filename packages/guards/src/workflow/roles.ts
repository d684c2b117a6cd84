import type { Action, GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { InvariantError, skip } from '@licet/core';
import { ROLES, checkOptions, compareBy, defineNode, param, params } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';

const roleParam = param.object({
  /** The agents that play it, by their sort or their id as the runtime names them, `*` for any run of characters; `main` is the main agent. */
  agents: param.optional(
    param.list(param.text(), {
      doc: 'the agents that play it, by their sort or their id as the runtime names them, `*` for any run of characters; `main` is the main agent',
    }),
  ),
  /** The principals that have it, by their id as the host names them. */
  principals: param.optional(
    param.list(param.text(), { doc: 'the principals that have it, by their id as the host names them' }),
  ),
});

const rolesParams = params({
  /** Every role of the policy, by its name. */
  roles: param.record(roleParam, { doc: 'every role of the policy, by its name' }),
});

/** Who plays a role. */
export type RoleOptions = NonNullable<(typeof roleParam)['value']>;

/** What {@link Roles} takes: every role of the policy, by its name. */
export type RolesOptions = ParamsOf<typeof rolesParams>;

/**
 * Says who plays which role, for the conditions after it: `when: { if: { role: reviewer }, then: … }`. The sort of a sub-agent, as
 * the runtime names it, and the roles of the principal are roles without being listed here.
 *
 * | the action | ruling |
 * |---|---|
 * | any | skipped |
 *
 * An agent may start sub-agents of any sort: a role of agents is a reason to allow less, not more. `require_role` asks for roles
 * of the principal alone, which the host establishes.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine, When, block, guard } from '@licet/core';
 * import { Roles } from '@licet/guards';
 *
 * const readOnly = guard('read_only', ({ kind }) => (kind === 'write' ? block('reviewers change nothing', { fix: 'report it' }) : undefined));
 * const policy = All(Roles({ roles: { reviewer: { agents: ['code-review*'] } } }), When({ role: 'reviewer' }, readOnly));
 * const engine = new PolicyEngine(policy, { default: 'pass' });
 * const write = { kind: 'write', payload: { file_path: 'a.ts' } };
 * engine.evaluateSync({ ...write, agentId: 'a1', agentType: 'code-reviewer' }).ruling; // => 'block'
 * engine.evaluateSync(write).ruling; // => 'pass'
 * ```
 */
export function Roles(options: RolesOptions): GuardNode {
  checkOptions('roles', rolesParams, options);
  const roles = Object.entries(options.roles);
  for (const [name, role] of roles)
    if (role.agents === undefined && role.principals === undefined)
      throw new InvariantError('invalid_param', `role \`${name}\` needs \`agents\` or \`principals\``, { path: ['roles', name] });
  return Object.freeze<GuardNode>({
    name: 'roles',
    kind: 'roles',
    layer: 'intent',
    params: Object.freeze({ ...options }),
    check(action, ctx) {
      const played = roles.flatMap(([name, role]) => (plays(role, action) ? [name] : []));
      if (played.length > 0) ctx.annotate(ROLES, played);
      return skip();
    },
  });
}

function plays({ agents = [], principals = [] }: RoleOptions, { agentId, agentType, principal }: Action): boolean {
  const names = agentId === undefined ? ['main'] : [agentId, ...(agentType === undefined ? [] : [agentType])];
  return (
    names.some(name => agents.some(pattern => matchesWildcard(pattern, name))) ||
    (principal !== undefined && principals.some(pattern => matchesWildcard(pattern, principal.id)))
  );
}

/** `roles` in governance.yaml. */
export const rolesDefinition = defineNode({
  kind: 'roles',
  bare: 'roles',
  doc: 'defines which agents and principals have a role, for conditions on a `role`',
  params: rolesParams,
  rulings: [['any action', 'skipped']],
  example: "roles: { reviewer: { agents: ['code-review*'] } }",
  analysis: {
    affectsSiblings: true,
    compare: compareBy({}),
  },
  build: given => Roles(given),
});
