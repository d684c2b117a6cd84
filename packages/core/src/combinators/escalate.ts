import { escalated } from '../algebra.ts';
import { defineNode } from '../policy/definition.ts';
import { InvariantError } from '../model/errors.ts';
import { evaluateChild, intervalOf } from '../engine/evaluator.ts';
import type { GuardInput } from '../model/guard.ts';
import type { GuardNode, Join, NodeLabels } from '../model/node.ts';
import { toGuard } from '../model/guard.ts';
import { chain } from '../model/maybe.ts';
import { rulingAt } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';
import { combinator, noParams } from './combinator.ts';

/**
 * A second opinion on a block: the primary's ruling, unless it is block; then the fallback's, which records what it was
 * escalated from.
 *
 * | primary       | result                                                        |
 * |---------------|---------------------------------------------------------------|
 * | pass, warn, ask | the primary's; the fallback is not evaluated                |
 * | block         | the fallback's; block when the fallback is skipped            |
 * | error         | open over everything it may come to: the fallback's ruling or what the primary would have said short of block |
 * | skipped       | skipped                                                       |
 *
 * An error of the primary is never settled by the fallback: with a passing fallback it may still be ask, so it ends as
 * ask. When the action goes ahead the branch that decided commits.
 *
 * @example
 * ```ts
 * import { Escalate, PolicyEngine, ask, block, guard } from '@licet/core';
 *
 * const checklist = guard('checklist', () => block('two items are open', { fix: 'close them' }));
 * const owner = guard('owner', () => ask('the owner may decide', { fix: 'ask the owner' }));
 * new PolicyEngine(Escalate(checklist, owner)).evaluateSync({ kind: 'deploy' }).ruling; // => 'ask'
 * ```
 */
export function Escalate(primary: GuardInput, fallback: GuardInput, options: NodeLabels = {}): GuardNode {
  const [first, second] = [toGuard(primary), toGuard(fallback)];
  return combinator('escalate', Object.freeze([first, second]), {}, options, {
    edges: Object.freeze(['primary', 'fallback']),
    join: JOIN,
    check: (_action, ctx) =>
      chain(evaluateChild(ctx, first), said => {
        if (said.applicable === false || said.ruling !== 'block') return said;
        return chain(evaluateChild(ctx, second, 1), instead => joined(said, instead));
      }),
    determining: decided,
    committing: decided,
  });
}

const JOIN: Join = Object.freeze({ by: 'escalated' });

/** The primary may have been able to block: the result is the hull of what it and the fallback may say. */
function joined(primary: Verdict, fallback: Verdict): Verdict {
  const interval = escalated(intervalOf(primary), () => intervalOf(fallback));
  if (interval === undefined || fallback.applicable === false) return primary;
  const from = { guard: primary.guard, code: primary.code, ...(primary.reason !== undefined && { reason: primary.reason }) };
  const { range: _open, ...rest } = fallback;
  const ruling = rulingAt(interval.worst);
  const evidence = { escalatedFrom: from, ...(fallback.evidence !== undefined && { fallback: fallback.evidence }) };
  const words = { ...rest, ruling, evidence, ...(primary.range !== undefined && { ...faultOf(primary), code: primary.code }) };
  return Object.freeze(interval.best === interval.worst ? words : { ...words, range: interval });
}

function faultOf({ error, reason, fix }: Verdict): Partial<Verdict> {
  return { ...(error !== undefined && { error }), ...(reason !== undefined && { reason }), ...(fix !== undefined && { fix }) };
}

/** The branches that the ruling rests on: both when the primary's fault left it open, else the one that spoke last. */
function decided([primary, fallback]: readonly (Verdict | undefined)[]): readonly number[] {
  if (fallback === undefined || fallback.applicable === false) return [0];
  return primary?.range === undefined ? [1] : [0, 1];
}

/** `escalate` in governance.yaml: exactly two nodes, the primary and the fallback. */
export const escalateDefinition = defineNode({
  kind: 'escalate',
  doc: 'if the primary blocks, the fallback decides instead',
  analysis: {
    joins: () => JOIN,
  },
  lifts: (_params, index) => index === 0,
  rulings: [
    ['the primary does not block', 'what it says'],
    ['it blocks', 'what the fallback says'],
  ],
  example: 'escalate: [{ requires: reviewed }, { human_approval: {} }]',
  params: noParams,
  children: { list: 'of', bare: true },
  build(_params, children) {
    const [primary, fallback, ...more] = children;
    if (primary === undefined || fallback === undefined || more.length > 0) {
      throw new InvariantError('invalid_param', `\`escalate\` needs a primary and a fallback, found ${children.length} nodes`);
    }
    return Escalate(primary, fallback);
  },
});
