import type { GuardNode } from '@licet/core';
import { skip } from '@licet/core';
import {
  CONTAINMENT_LEVELS,
  checkOptions,
  compareBy,
  defineNode,
  isContained,
  param,
  paramOrder,
  params,
} from '@licet/core/nodes';
import type { ParamsOf } from '@licet/core/nodes';

import { verdictOf } from '../judging/findings.ts';
import { isUnseenCode } from '../judging/unseenCode.ts';

const containedParams = params({
  /** How certain the sandbox must be, from the weakest to the strongest; `licet run` is `constructed`, and only an engine in code can offer `measured`. */
  atLeast: param.optional(
    param.choice(CONTAINMENT_LEVELS, {
      doc: 'how certain the sandbox must be, from the weakest to the strongest; `licet run` is `constructed`, and only an engine in code can offer `measured`',
    }),
    'constructed',
  ),
  /** The ruling for code that no such sandbox holds. */
  else: param.optional(param.ruling({ doc: 'the ruling for code that no such sandbox holds' }), 'ask'),
});

/** What {@link Contained} takes. */
export type ContainedOptions = ParamsOf<typeof containedParams>;

/**
 * Asks about code of the project that runs without a sandbox: tests, builds, scripts, install scripts of packages, and what cannot be seen.
 *
 * | the action | ruling |
 * |---|---|
 * | runs such code in a sandbox that is at least as certain as `atLeast` | pass |
 * | runs such code, and no such sandbox holds it | `else` (ask) |
 * | runs no such code | skipped |
 *
 * `constructed` means that the runtime runs the command through `licet run`, and that a receipt proves it afterwards. What a runtime merely says of its
 * own sandbox never counts, so that Licet offers neither `configured` nor `measured`: an engine in code may, by its option `contain`. It cannot see what programs do that are installed on the machine.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { Contained } from '@licet/guards';
 *
 * const engine = new PolicyEngine(Contained(), { effects: analyzeEffects({ root: '/project' }) });
 * engine.evaluateSync({ kind: 'bash', payload: { command: 'make test' } }).ruling; // => 'ask'
 * engine.evaluateSync({ kind: 'bash', payload: { command: 'ls' } }).ruling; // => 'pass'
 * ```
 */
export function Contained(options: ContainedOptions = {}): GuardNode {
  checkOptions('contained', containedParams, options);
  const { atLeast = 'constructed', else: ruling = 'ask' } = options;
  return Object.freeze<GuardNode>({
    name: 'contained',
    kind: 'contained',
    layer: 'boundary',
    needs: ['effects'],
    params: Object.freeze({ ...options }),
    check(_action, ctx) {
      const unseen = ctx.effects.filter(isUnseenCode);
      if (unseen.length === 0) return skip();
      if (isContained(ctx.containment, atLeast)) return verdictOf([]);
      return verdictOf(
        unseen.map(effect => ({
          ruling,
          code: 'not_contained',
          reason: `${effect.program === undefined ? 'it' : `\`${effect.program}\``} runs code that Licet cannot read, and no sandbox holds it`,
          fix: 'ask the user to run it in a terminal with `licet run --`, or to set `sandbox: auto` in the policy',
          effect,
        })),
      );
    },
  });
}

/** `contained` in governance.yaml. */
export const containedDefinition = defineNode({
  kind: 'contained',
  doc: 'asks about code of the project that runs without a sandbox',
  params: containedParams,
  rulings: [
    ['it runs code of the project in a sandbox that is at least as certain as `at_least`', 'pass'],
    ['it runs code of the project, and no such sandbox holds it', '`else` (ask)'],
    ['it runs no code of the project', 'skipped'],
  ],
  example: 'contained: { at_least: constructed, else: ask }',
  analysis: {
    compare: compareBy({ atLeast: paramOrder.choice(CONTAINMENT_LEVELS, 'constructed'), else: paramOrder.ruling('ask') }),
  },
  build: given => Contained(given),
});
