import { PolicyEngine } from '@licet/core';
import { intervalOf } from '@licet/core/nodes';
import { hastyClock } from '@licet/core/testing';

import type { BuildSpecOptions, PolicySpec } from '../model/policySpec.ts';
import { buildSpec } from '../model/policySpec.ts';
import { ruled } from '../model/ruled.ts';
import type { Law } from './law.ts';
import { law, same } from './law.ts';

const everywhere = { maxDepth: 3 };
const prompt = { ...everywhere, later: false };

async function alike(spec: PolicySpec, one: BuildSpecOptions, other: BuildSpecOptions): Promise<boolean> {
  return same(await ruled(buildSpec(spec, one)), await ruled(buildSpec(spec, other)));
}

/** What the way of evaluating a policy never changes. */
export const evaluationLaws: readonly Law[] = Object.freeze([
  law('short-circuiting never changes a ruling', everywhere, spec =>
    alike(spec, { shortCircuit: true }, { shortCircuit: false }),
  ),
  law('answering later never changes a ruling', everywhere, spec => alike(spec, { later: true }, { later: false })),
  law('evaluating without a promise never changes a ruling', prompt, async spec => {
    const engine = new PolicyEngine(buildSpec(spec), { clock: hastyClock() });
    const [now, later] = [engine.evaluateSync({ kind: 'tool' }), await engine.evaluate({ kind: 'tool' })];
    return now.ruling === later.ruling && now.code === later.code && now.reason === later.reason;
  }),
  law('evaluating again says the same', everywhere, async spec => {
    const engine = new PolicyEngine(buildSpec(spec), { clock: hastyClock() });
    const action = { kind: 'tool', callId: 'once' };
    const [first, second] = [await engine.evaluate(action), await engine.evaluate(action)];
    return first.ruling === second.ruling && first.code === second.code && first.reason === second.reason;
  }),
  law('explaining says what evaluating says', everywhere, async spec => {
    const engine = new PolicyEngine(buildSpec(spec, { shortCircuit: false }), { clock: hastyClock() });
    const [said, explained] = [await engine.evaluate({ kind: 'tool' }), await engine.explain({ kind: 'tool' })];
    const root = (each: typeof said) => each.trace.verdict && intervalOf(each.trace.verdict);
    return said.ruling === explained.ruling && said.code === explained.code && same(root(said), root(explained));
  }),
  law('short-circuiting never changes what is explained', everywhere, async spec => {
    const [short, long] = [true, false].map(
      shortCircuit => new PolicyEngine(buildSpec(spec, { shortCircuit }), { clock: hastyClock() }),
    ) as [PolicyEngine, PolicyEngine];
    const [one, other] = [await short.explain({ kind: 'tool' }), await long.explain({ kind: 'tool' })];
    return one.ruling === other.ruling && one.verdicts.length === other.verdicts.length;
  }),
  law(
    'a policy deeper than the limit is open, never pass',
    { maxDepth: 1, skips: false, errors: false, onError: false },
    async spec => {
      const deep: PolicySpec = { kind: 'all', of: [{ kind: 'all', of: [{ kind: 'all', of: [spec] }] }] };
      const engine = new PolicyEngine(buildSpec(deep), { clock: hastyClock(), maxDepth: 2 });
      const evaluation = await engine.evaluate({ kind: 'tool' });
      return evaluation.ruling === 'block' && evaluation.code === 'depth_exceeded';
    },
  ),
]);
