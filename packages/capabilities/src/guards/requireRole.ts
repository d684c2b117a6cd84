import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { checkOptions, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { checkSelected, rolesOf, selectingParams } from './capability.ts';
import { named, refuse } from './conditions.ts';
import { compareSelected } from './compare.ts';

const requireRoleParams = params({
  /** One of these roles is enough. */
  roles: param.list(param.text(), { doc: 'one of these roles is enough' }),
  ...selectingParams,
});

/** What {@link RequireRole} takes. */
export type RequireRoleOptions = ParamsOf<typeof requireRoleParams>;

/**
 * Lets only principals with one of the roles use the capabilities that are meant. Roles are compared letter by letter.
 *
 * | the action | ruling |
 * |---|---|
 * | needs another capability | skipped |
 * | comes from a principal with one of the roles | pass |
 * | comes from any other principal, or has no principal | block, `missing_role` |
 *
 * The principal is what the host says it is; nothing here finds out whether that is true.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { RequireRole } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(RequireRole({ roles: ['writer', 'admin'] }));
 * const action = { kind: 'tool', tool: 'tickets.update_status' };
 * engine.evaluateSync({ ...action, principal: { id: 'ann', roles: ['writer'] } }).ruling; // => 'pass'
 * engine.evaluateSync({ ...action, principal: { id: 'bob', roles: ['reader'] } }).code; // => 'missing_role'
 * ```
 */
export function RequireRole(options: RequireRoleOptions): GuardNode {
  checkOptions('require_role', requireRoleParams, options);
  const { roles } = options;
  const wanted = named(roles, '');
  return Object.freeze<GuardNode>({
    name: 'require_role',
    kind: 'require_role',
    layer: 'boundary',
    params: Object.freeze({ ...options }),
    check: checkSelected(options, ({ id }, action) => {
      const found = rolesOf(action);
      if (roles.some(role => found.includes(role))) return pass();
      return refuse(`\`${id}\` needs one of the roles ${wanted}`, {
        condition: 'roles',
        required: `one of the roles ${wanted}`,
        found: named(found, 'no roles'),
        fix: `ask for this to be done by somebody with one of the roles ${wanted}`,
        code: 'missing_role',
      });
    }),
  });
}

/** `require_role` in governance.yaml. */
export const requireRoleDefinition = defineNode({
  kind: 'require_role',
  doc: 'lets only principals with one of the roles use a capability',
  params: requireRoleParams,
  rulings: [
    ['the action needs another capability', 'skipped'],
    ['its principal has one of the roles', 'pass'],
    ['its principal has none of them, or there is none', 'block'],
  ],
  example: 'require_role: { roles: [writer, admin], safety: [write] }',
  analysis: {
    dependsOnSiblings: true,
    compare: compareSelected({ roles: paramOrder.permits() }),
  },
  build: given => RequireRole(given),
});
