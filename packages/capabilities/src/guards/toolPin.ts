import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass, skip } from '@licet/core';
import { checkOptions, defineNode, param, params } from '@licet/core/nodes';

import { checkSelected, selectingParams } from './capability.ts';
import { askFor } from './conditions.ts';
import { compareSelected } from './compare.ts';

const toolPinParams = params({
  /** What to do where the host does not say what the description is now. */
  unknown: param.optional(
    param.choice(['ask', 'skip'], { doc: 'what to do where the host does not say what the description is now' }),
    'ask',
  ),
  ...selectingParams,
});

/** What {@link ToolPin} takes. */
export type ToolPinOptions = ParamsOf<typeof toolPinParams>;

/**
 * Asks a human when a tool is no longer the one that the operator has looked at: the digest of its description, as the host
 * reports it in `request.toolDigest`, is another one than the catalogue's `pin`.
 *
 * | the action | ruling |
 * |---|---|
 * | needs a capability without a `pin`, or one that is not meant | skipped |
 * | reports the digest that is pinned | pass |
 * | reports another one | ask, `tool_changed` |
 * | reports none | ask, `tool_unverified`; skipped with `unknown: skip` |
 *
 * It cannot see that a tool behaves otherwise under the same description.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine } from '@licet/core';
 * import { Capabilities, ToolPin } from '@licet/capabilities';
 *
 * const catalogue = Capabilities({ catalogue: { 'docs.search': { safety: 'read', pin: 'sha256:aa' } } });
 * const engine = new PolicyEngine(All(catalogue, ToolPin()));
 * engine.evaluateSync({ kind: 'tool', tool: 'docs.search', request: { toolDigest: 'sha256:bb' } }).code; // => 'tool_changed'
 * ```
 */
export function ToolPin(options: ToolPinOptions = {}): GuardNode {
  checkOptions('tool_pin', toolPinParams, options);
  const { unknown = 'ask' } = options;
  return Object.freeze<GuardNode>({
    name: 'tool_pin',
    kind: 'tool_pin',
    layer: 'boundary',
    params: Object.freeze({ ...options }),
    check: checkSelected(options, ({ id, pin }, { request }) => {
      const found: unknown = request?.toolDigest;
      if (pin === undefined || (found === undefined && unknown === 'skip')) return skip();
      if (found === pin) return pass();
      const isKnown = typeof found === 'string';
      return askFor(isKnown ? `the description of \`${id}\` has changed` : `the description of \`${id}\` is not known now`, {
        condition: 'tool_pin',
        required: 'the description that the operator has looked at',
        found: isKnown ? 'another one' : 'none',
        fix: 'ask the user to look at the tool and to pin it again',
        code: isKnown ? 'tool_changed' : 'tool_unverified',
      });
    }),
  });
}

/** `tool_pin` in governance.yaml. */
export const toolPinDefinition = defineNode({
  kind: 'tool_pin',
  doc: 'asks a human when the description of a tool has changed since it was looked at',
  params: toolPinParams,
  rulings: [
    ['its capability has no `pin`', 'skipped'],
    ['the tool is described as it was', 'pass'],
    ['its description has changed, or is unknown', 'ask'],
  ],
  example: 'tool_pin: {}',
  analysis: {
    dependsOnSiblings: true,
    compare: compareSelected({ unknown: () => 'equal' }, ({ unknown }) => unknown !== 'skip'),
  },
  build: given => ToolPin(given),
});
