import type { Guard, Json, NodeDefinition } from '@licet/core';
import { InvariantError, block, defineNode, pass } from '@licet/core';

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
  if (typeof fact !== 'string' || fact === '') throw new InvariantError('invalid_param', '`requires` needs the name of a fact');
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
export const requiresDefinition: NodeDefinition<{ readonly fact: string }> = defineNode<{ readonly fact: string }>({
  kind: 'requires',
  doc: 'holds when a fact is established in the session',
  scalar: 'fact',
  params: z => z.strictObject({ fact: z.string().min(1).describe('the name of the fact') }),
  build: ({ fact }) => Requires(fact),
});
