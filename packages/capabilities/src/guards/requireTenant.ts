import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { checkOptions, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { checkSelected, selectingParams } from './capability.ts';
import { refuse } from './conditions.ts';
import { compareSelected } from './compare.ts';

const requireTenantParams = params({
  /** The principal's attribute that names the tenant. */
  attribute: param.optional(param.text({ doc: "the principal's attribute that names the tenant" }), '`tenant`'),
  /** The tenants that may. */
  is: param.optional(param.list(param.text(), { doc: 'the tenants that may' }), 'any tenant'),
  ...selectingParams,
});

/** What {@link RequireTenant} takes. */
export type RequireTenantOptions = ParamsOf<typeof requireTenantParams>;

/**
 * Lets only principals that belong to a tenant use the capabilities that are meant: ones that show personal data, say.
 *
 * | the action | ruling |
 * |---|---|
 * | needs another capability | skipped |
 * | comes from a principal whose attribute is a text that is not empty, and in `is` where that is given | pass |
 * | comes from any other principal, or has no principal | block, `missing_tenant_attribute` |
 *
 * It cannot see whose data the tool gives out: that the tool asks for this tenant's data only is for `arg_constraints`.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { RequireTenant } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(RequireTenant());
 * engine.evaluateSync({ kind: 'tool', principal: { id: 'ann', attributes: { tenant: 'acme' } } }).ruling; // => 'pass'
 * engine.evaluateSync({ kind: 'tool', principal: { id: 'ann', attributes: { tenant: '' } } }).code; // => 'missing_tenant_attribute'
 * ```
 */
export function RequireTenant(options: RequireTenantOptions = {}): GuardNode {
  checkOptions('require_tenant', requireTenantParams, options);
  const { attribute = 'tenant', is } = options;
  const required = is === undefined ? `the attribute \`${attribute}\`` : `the attribute \`${attribute}\` of a tenant that may`;
  return Object.freeze<GuardNode>({
    name: 'require_tenant',
    kind: 'require_tenant',
    layer: 'boundary',
    params: Object.freeze({ ...options }),
    check: checkSelected(options, ({ id }, { principal }) => {
      const attributes = principal?.attributes ?? {};
      const found = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
      const isTenant = typeof found === 'string' && found.trim() !== '';
      if (isTenant && (is === undefined || is.includes(found))) return pass();
      return refuse(`\`${id}\` needs a principal with ${required}`, {
        condition: 'tenant_attribute',
        required,
        found: isTenant ? 'another tenant' : found === undefined ? 'no such attribute' : 'an attribute that names no tenant',
        fix: `tell the person who runs the host to set ${required} of the principal`,
        code: 'missing_tenant_attribute',
      });
    }),
  });
}

/** `require_tenant` in governance.yaml. */
export const requireTenantDefinition = defineNode({
  kind: 'require_tenant',
  doc: 'lets only principals that belong to a tenant use a capability',
  params: requireTenantParams,
  rulings: [
    ['the action needs another capability', 'skipped'],
    ['its principal belongs to a tenant', 'pass'],
    ['its principal does not, or there is none', 'block'],
  ],
  example: 'require_tenant: { sensitivity: [pii, pci] }',
  analysis: {
    dependsOnSiblings: true,
    compare: compareSelected({ is: paramOrder.permits() }),
  },
  build: given => RequireTenant(given),
});
