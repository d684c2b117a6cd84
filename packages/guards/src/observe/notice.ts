import type { Guard, Match, NodeDefinition } from '@licet/core';
import { InvariantError, defineNode, warn } from '@licet/core';

import { checkWhere, needsOf } from '../judging/matching.ts';
import { matchSchema } from '../judging/schemas.ts';

/** What {@link Notice} takes. */
export interface NoticeOptions {
  /** What the agent is told. */
  readonly text: string;
  /** For which actions. @defaultValue every action */
  readonly match?: Match;
}

/**
 * Tells the agent something along with an action that may run: "values in this folder are examples, do not copy them".
 *
 * | the action | ruling |
 * |---|---|
 * | matches | warn, with the text |
 * | does not match | skipped |
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
export function Notice(options: NoticeOptions): Guard {
  const { text } = options;
  if (typeof text !== 'string' || text === '')
    throw new InvariantError('invalid_param', '`text` of a notice is empty', { path: ['text'] });
  const told = warn(text, { code: 'notice' });
  return Object.freeze<Guard>({
    name: 'notice',
    kind: 'notice',
    layer: 'observe',
    needs: needsOf(options.match),
    params: Object.freeze({ ...options }),
    check: checkWhere(options.match, () => told),
  });
}

/** `notice` in governance.yaml. */
export const noticeDefinition: NodeDefinition<NoticeOptions> = defineNode<NoticeOptions>({
  kind: 'notice',
  doc: 'tells the agent something along with an action that may run',
  params: z => {
    return z.strictObject({
      text: z.string().min(1).describe('what the agent is told'),
      match: matchSchema(z).exactOptional(),
    }) as never;
  },
  build: params => Notice(params),
});
