import type { GuardNode } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { warn } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { checkWhere, needsOf } from '../judging/matching.ts';

const noticeParams = params({
  /** What the agent is told. */
  text: param.text({ doc: 'what the agent is told' }),
  /** For which actions. */
  match: param.optional(param.match({ doc: 'for which actions' }), 'every action'),
});

/** What {@link Notice} takes. */
export type NoticeOptions = ParamsOf<typeof noticeParams>;

/**
 * Tells the agent something along with an action that may run: "values in this folder are examples, do not copy them".
 *
 * | the action | ruling |
 * |---|---|
 * | matches | warn, with the text |
 * | does not match | skipped |
 *
 * It cannot see whether the agent heeds the text; nothing waits for that.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Notice } from '@licet/guards';
 *
 * const engine = new PolicyEngine(Notice({ text: 'this database is shared', match: { tool: 'mcp__db__*' } }));
 * engine.evaluateSync({ kind: 'tool', tool: 'mcp__db__query' }).reason; // => 'this database is shared'
 * ```
 */
export function Notice(options: NoticeOptions): GuardNode {
  checkOptions('notice', noticeParams, options);
  const told = warn(options.text, { code: 'notice' });
  return Object.freeze<GuardNode>({
    name: 'notice',
    kind: 'notice',
    layer: 'observe',
    needs: needsOf(options.match),
    params: Object.freeze({ ...options }),
    check: checkWhere(options.match, () => told),
  });
}

/** `notice` in governance.yaml. */
export const noticeDefinition = defineNode({
  kind: 'notice',
  doc: 'tells the agent something along with an action that may run',
  params: noticeParams,
  rulings: [
    ['the action matches', 'warn, with the text'],
    ['it does not', 'skipped'],
  ],
  example: "notice: { text: this database is shared, match: { tool: 'mcp__db__*' } }",
  analysis: {
    range: () => ({ rulings: ['warn'] }),
    compare: compareBy({ text: paramOrder.words }),
  },
  build: given => Notice(given),
});
