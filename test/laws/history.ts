import { All, Not, When, PolicyEngine } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import type { GuardInput } from '@licet/core/nodes';
import { hastyClock } from '@licet/core/testing';

import { buildSpec } from '../model/policySpec.ts';
import { ruled } from '../model/ruled.ts';
import type { Law } from './law.ts';
import { law, no, same } from './law.ts';

const small = { maxDepth: 2 };
const before = celCondition('count({"kind": "tool"}) >= 1');
const engineOf = (...nodes: readonly GuardInput[]): PolicyEngine => new PolicyEngine(All(...nodes), { clock: hastyClock() });

/** What conditions over what happened before keep to. */
export const historyLaws: readonly Law[] = Object.freeze([
  law('a condition over an empty past is a condition that does not hold', small, async spec =>
    same(await ruled(All(buildSpec(spec), When(before, no))), await ruled(buildSpec(spec))),
  ),
  law('what goes ahead is counted once, and what is stopped is not counted', small, async spec => {
    const engine = engineOf(buildSpec(spec), When(before, no));
    const action = { kind: 'tool', callId: 'one' };
    const first = await engine.evaluate(action);
    const again = await engine.evaluate(action);
    const next = await engine.explain({ kind: 'tool', callId: 'two' });
    return again.ruling === first.ruling && next.ruling === (first.passed ? 'block' : first.ruling);
  }),
  law('where a condition is never changes what it counts', small, async spec => {
    const hidden = When({ kind: 'never' }, Not(When(before, no)));
    const engine = engineOf(buildSpec(spec), hidden, When({ agentId: 'later' }, When(before, no)));
    const first = await engine.evaluate({ kind: 'tool', callId: 'one' });
    const next = await engine.explain({ kind: 'tool', callId: 'two', agentId: 'later' });
    return next.ruling === (first.passed ? 'block' : first.ruling);
  }),
]);
