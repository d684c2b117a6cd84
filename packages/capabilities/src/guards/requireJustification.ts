import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { checkOptions, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { checkSelected, selectingParams } from './capability.ts';
import { askFor } from './conditions.ts';
import { compareSelected } from './compare.ts';

const requireJustificationParams = params({
  /** How many characters it must have. */
  min: param.optional(param.number({ whole: true, min: 1, max: 10_000, doc: 'how many characters it must have' }), '15'),
  ...selectingParams,
});

/** What {@link RequireJustification} takes. */
export type RequireJustificationOptions = ParamsOf<typeof requireJustificationParams>;

/** The fewest characters of a justification, where nothing else is said. */
export const MIN_JUSTIFICATION = 15;

/** How many characters a justification has, without the white space around it. Only a text has any. */
export function justificationLength(justification: unknown): number {
  return typeof justification === 'string' ? Array.from(justification.trim()).length : 0;
}

/**
 * Asks a human where the host gives no reason for the action. The reason is `action.request.justification`, which the host
 * sets; what the model writes into the tool's arguments under any name does not count.
 *
 * | the action | ruling |
 * |---|---|
 * | needs another capability | skipped |
 * | comes with a justification of at least `min` characters, spaces around it not counted | pass |
 * | comes with none, or a shorter one | ask, `insufficient_justification` |
 *
 * A human's yes replaces the words. It cannot see whether the words are true, or mean anything.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { RequireJustification } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(RequireJustification());
 * const close = { kind: 'tool', tool: 'tickets.update_status', payload: { _justification: 'the model says it is needed' } };
 * engine.evaluateSync(close).code; // => 'insufficient_justification'
 * engine.evaluateSync({ ...close, request: { justification: 'the customer confirmed the repair' } }).ruling; // => 'pass'
 * ```
 */
export function RequireJustification(options: RequireJustificationOptions = {}): GuardNode {
  checkOptions('require_justification', requireJustificationParams, options);
  const { min = MIN_JUSTIFICATION } = options;
  return Object.freeze<GuardNode>({
    name: 'require_justification',
    kind: 'require_justification',
    layer: 'intent',
    params: Object.freeze({ ...options }),
    check: checkSelected(options, ({ id }, { request }) => {
      const length = justificationLength(request?.justification);
      if (length >= min) return pass();
      return askFor(`\`${id}\` needs a reason that a person confirms`, {
        condition: 'min_justification',
        required: `a justification of at least ${min} characters from the host`,
        found: length === 0 ? 'none' : `one of ${length} characters`,
        fix: 'ask the user to confirm this and to say why it is needed',
        code: 'insufficient_justification',
      });
    }),
  });
}

/** `require_justification` in governance.yaml. */
export const requireJustificationDefinition = defineNode({
  kind: 'require_justification',
  doc: 'asks a human where the host gives no reason for the action',
  params: requireJustificationParams,
  rulings: [
    ['the action needs another capability', 'skipped'],
    ['the host gives a reason that is long enough', 'pass'],
    ['it gives none, or a shorter one', 'ask'],
  ],
  example: 'require_justification: { min: 15, safety: [write, destructive] }',
  analysis: {
    dependsOnSiblings: true,
    compare: compareSelected({ min: paramOrder.demand(MIN_JUSTIFICATION) }),
  },
  build: given => RequireJustification(given),
});
