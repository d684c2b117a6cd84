import type { Guard, Json } from '@licet/core';
import { block, checkOptions, defineNode, param, params, pass } from '@licet/core';

const requiresParams = params({ fact: param.text({ doc: 'the name of the fact' }) });

/**
 * Holds when a fact is established in the session: `tests_passing`, `reviewed`. Facts come from the host and from guards
 * that record outcomes, never from what the agent says.
 *
 * | the fact | ruling |
 * |---|---|
 * | is there, and is neither false nor null | pass |
 * | anything else | block |
 *
 * @example
 * ```ts
 * import { PolicyEngine, memorySessions } from '@licet/core';
 * import { Requires } from '@licet/guards';
 *
 * const sessions = memorySessions();
 * const engine = new PolicyEngine(Requires('tests_passing'), { sessions });
 * engine.evaluateSync({ kind: 'bash', sessionId: 's' }).ruling; // => 'block'
 * sessions.append('s', [{ type: 'fact', at: 0, name: 'tests_passing', value: true }]);
 * engine.evaluateSync({ kind: 'bash', sessionId: 's' }).ruling; // => 'pass'
 * ```
 */
export function Requires(fact: string): Guard {
  checkOptions('requires', requiresParams, { fact });
  const established = (facts: Readonly<Record<string, Json>>): boolean => {
    const value = Object.hasOwn(facts, fact) ? facts[fact] : undefined;
    return value !== undefined && value !== null && value !== false;
  };
  return Object.freeze<Guard>({
    name: 'requires',
    kind: 'requires',
    layer: 'intent',
    needs: ['facts'],
    params: Object.freeze({ fact }),
    check: (_action, ctx) =>
      established(ctx.session.state.facts)
        ? pass()
        : block(`\`${fact}\` is not established`, {
            code: 'fact_missing',
            recover: 'fix_request',
            fix: `do what establishes \`${fact}\` first`,
          }),
  });
}

/** `requires` in governance.yaml: `requires: tests_passing`. */
export const requiresDefinition = defineNode({
  kind: 'requires',
  doc: 'holds when a fact is established in the session',
  scalar: 'fact',
  asks: ({ fact }) => ({ facts: typeof fact === 'string' ? [fact] : [] }),
  params: requiresParams,
  rulings: [
    ['the fact is there, and is neither false nor null', 'pass'],
    ['anything else', 'block'],
  ],
  example: 'requires: tests_passing',
  build: ({ fact }) => Requires(fact),
});
