import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { checkOptions, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { checkSelected, rolesOf, selectingParams } from './capability.ts';
import { refuse } from './conditions.ts';
import { compareSelected } from './compare.ts';

const rowCapParams = params({
  /** The most rows that come back. */
  max: param.optional(param.number({ whole: true, min: 0, doc: 'the most rows that come back' }), '50'),
  /** Another limit for principals with a role. */
  roles: param.optional(
    param.record(param.number({ whole: true, min: 0 }), { doc: 'another limit for principals with a role' }),
    'none',
  ),
  ...selectingParams,
});

/** What {@link RowCap} takes. */
export type RowCapOptions = ParamsOf<typeof rowCapParams>;

/**
 * Lets an action run, but only so many rows of its output come back: as many as `request.maxRows` asks for, and never more
 * than `max`. Who has one of the `roles` has its limit; of several the highest.
 *
 * | the action | ruling |
 * |---|---|
 * | needs another capability | skipped |
 * | asks for no number of rows, or for a whole number | pass, with the obligation to cap the rows |
 * | asks for anything else | block, `invalid_constraint` |
 *
 * A number below 0 is 0. It counts the rows of a list, not what is in them.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { RowCap } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(RowCap({ max: 50, roles: { service: 500 } }));
 * const list = { kind: 'tool', tool: 'crm.list', request: { maxRows: 200 } };
 * engine.evaluateSync(list).obligations.maxRows; // => 50
 * engine.evaluateSync({ ...list, principal: { id: 'etl', roles: ['service'] } }).obligations.maxRows; // => 200
 * ```
 */
export function RowCap(options: RowCapOptions = {}): GuardNode {
  checkOptions('row_cap', rowCapParams, options);
  const { max = 50, roles = {} } = options;
  return Object.freeze<GuardNode>({
    name: 'row_cap',
    kind: 'row_cap',
    layer: 'resource',
    params: Object.freeze({ ...options }),
    check: checkSelected(options, (_needed, action) => {
      const own = rolesOf(action).flatMap(role => (Object.hasOwn(roles, role) ? (roles[role] ?? []) : []));
      const cap = own.length === 0 ? max : Math.max(...own);
      const wanted: unknown = action.request?.maxRows;
      if (wanted === undefined) return pass({ obligations: { maxRows: cap } });
      if (Number.isSafeInteger(wanted)) return pass({ obligations: { maxRows: Math.min(Math.max(wanted as number, 0), cap) } });
      return refuse('the number of rows that is asked for is no whole number', {
        condition: 'max_rows',
        required: 'a whole number of rows',
        found: `a ${typeof wanted}`,
        fix: 'ask for a whole number of rows, or for none',
        code: 'invalid_constraint',
      });
    }),
  });
}

/** `row_cap` in governance.yaml. */
export const rowCapDefinition = defineNode({
  kind: 'row_cap',
  doc: 'lets only so many rows of an output come back',
  params: rowCapParams,
  rulings: [
    ['the action needs another capability', 'skipped'],
    ['it asks for a whole number of rows, or says nothing', 'pass, with the obligation to cap the rows'],
    ['it asks for anything else', 'block'],
  ],
  example: 'row_cap: { max: 50, roles: { service: 500 } }',
  analysis: {
    affectsSiblings: true,
    dependsOnSiblings: true,
    compare: compareSelected({ max: paramOrder.words, roles: paramOrder.words }),
  },
  build: given => RowCap(given),
});
