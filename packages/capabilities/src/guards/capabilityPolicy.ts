import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { All } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { ArgConstraints } from './argConstraints.ts';
import { CapabilityRate } from './capabilityRate.ts';
import { Handles } from './handles.ts';
import { MIN_JUSTIFICATION, RequireJustification } from './requireJustification.ts';
import { RequireRole } from './requireRole.ts';
import { RequireTenant } from './requireTenant.ts';
import { RowCap } from './rowCap.ts';
import { Sensitivity } from './sensitivity.ts';
import { whoMay } from './compare.ts';

const capabilityPolicyParams = params({
  /** Roles that may use tools that write. */
  writers: param.optional(param.list(param.text(), { doc: 'roles that may use tools that write' }), '`writer`, `admin`'),
  /** Roles that may use tools that destroy. */
  admins: param.optional(param.list(param.text(), { doc: 'roles that may use tools that destroy' }), '`admin`'),
  /** How many characters a justification must have. */
  minJustification: param.optional(
    param.number({ whole: true, min: 1, max: 10_000, doc: 'how many characters a justification must have' }),
    '15',
  ),
  /** The most rows that come back. */
  maxRows: param.optional(param.number({ whole: true, min: 0, doc: 'the most rows that come back' }), '50'),
  /** The most rows for the role `service`. */
  serviceRows: param.optional(param.number({ whole: true, min: 0, doc: 'the most rows for the role `service`' }), '500'),
});

/** What {@link CapabilityPolicy} takes. */
export type CapabilityPolicyOptions = ParamsOf<typeof capabilityPolicyParams>;

/**
 * The usual rules for capabilities in one node: all of the guards below, each of which can also stand alone. Put the catalogue
 * before it.
 *
 * | the capability | unless it comes with | ruling |
 * |---|---|---|
 * | writes | a role of `writers` | block, `missing_role` |
 * | destroys, or is not in the catalogue | a role of `admins` | block, `missing_role` |
 * | shows personal or card data | a tenant | block, `missing_tenant_attribute`; and only the allowed fields come back |
 * | shows secrets, or memory | a role for it | block |
 * | has limits on its arguments | arguments within them | block, `arg_constraint_violation` |
 * | was used before, and what it brought is looked into again | the handle's own principal, within what was shown to it | block, see {@link Handles} |
 * | any | a whole number of rows, or none | block, `invalid_constraint`; and at most `max_rows` come back |
 * | any | few enough uses | block, `rate_limited` |
 * | writes, destroys or shows secrets | a justification from the host | ask, `insufficient_justification` |
 *
 * Everything that can block is judged before a human is asked, whatever the order: no human is asked about what is denied anyway.
 * The principal and the justification are what the host says.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine } from '@licet/core';
 * import { Capabilities, CapabilityPolicy } from '@licet/capabilities';
 *
 * const catalogue = Capabilities({ catalogue: { 'docs.search': { safety: 'read' }, 'tickets.update_status': { safety: 'write' } } });
 * const engine = new PolicyEngine(All(catalogue, CapabilityPolicy()));
 * const use = (tool: string) => engine.evaluateSync({ kind: 'tool', tool, principal: { id: 'bot', roles: ['reader', 'writer'] } }).ruling;
 * [use('docs.search'), use('tickets.update_status'), use('tickets.delete')]; // => ['pass', 'ask', 'block']
 * ```
 */
export function CapabilityPolicy(options: CapabilityPolicyOptions = {}): GuardNode {
  checkOptions('capability_policy', capabilityPolicyParams, options);
  const { writers = ['writer', 'admin'], admins = ['admin'], minJustification, maxRows = 50, serviceRows = 500 } = options;
  const justified = { ...(minJustification !== undefined && { min: minJustification }) };
  const all = All(
    RequireRole({ roles: writers, safety: ['write'] }),
    RequireRole({ roles: admins, safety: ['destructive'] }),
    RequireTenant({ sensitivity: ['pii', 'pci'] }),
    Sensitivity(),
    ArgConstraints(),
    Handles(),
    RowCap({ max: maxRows, roles: { service: serviceRows } }),
    CapabilityRate({ roles: { service: 10 } }),
    RequireJustification({ ...justified, safety: ['write', 'destructive'] }),
    RequireJustification({ ...justified, safety: ['read'], sensitivity: ['secrets'] }),
  );
  return Object.freeze<GuardNode>({
    ...all,
    name: 'capability_policy',
    kind: 'capability_policy',
    layer: 'boundary',
    params: Object.freeze({ ...options }),
  });
}

/** `capability_policy` in governance.yaml. */
export const capabilityPolicyDefinition = defineNode({
  kind: 'capability_policy',
  doc: 'the usual rules for capabilities: roles, tenants, sensitive data, arguments, rows, rates, justifications',
  params: capabilityPolicyParams,
  rulings: [
    ['the principal may not use the capability, or not so, or not so often', 'block'],
    ['it may, but no reason was given', 'ask'],
    ['anything else', 'pass, with the obligation to cap the rows and to show the allowed fields only'],
  ],
  example: 'capability_policy: { writers: [writer, support] }',
  analysis: {
    affectsSiblings: true,
    dependsOnSiblings: true,
    compare: compareBy({
      writers: whoMay('writer', 'admin'),
      admins: whoMay('admin'),
      minJustification: paramOrder.demand(MIN_JUSTIFICATION),
      maxRows: paramOrder.words,
      serviceRows: paramOrder.words,
    }),
  },
  build: given => CapabilityPolicy(given),
});
