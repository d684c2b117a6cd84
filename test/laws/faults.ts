import { Any, Escalate, Not, When, PolicyEngine, guard } from '@licet/core';
import { label, rulingAt } from '@licet/core/nodes';
import { hastyClock } from '@licet/core/testing';

import type { LeafSays, PolicySpec } from '../model/policySpec.ts';
import { buildSpec, childrenOf } from '../model/policySpec.ts';
import { ruled } from '../model/ruled.ts';
import type { Law } from './law.ts';
import { atMost, equation, everywhere, law, same, yes } from './law.ts';

const FAULTS: readonly LeafSays[] = ['throw', 'reject', 'nonsense', 'hang'];
const DEFINITE: readonly LeafSays[] = ['pass', 'warn', 'ask', 'block'];
const UNKNOWN = { best: 0, worst: 3 } as const;

const broken = guard('broken', () => {
  throw new Error('it was made to fail');
});

/** Without `onError`, which gives a fault a ruling and so takes the openness away. */
const open = { onError: false };

/** Puts a ruling in the place of every fault of a spec. */
function repaired(spec: PolicySpec, says: LeafSays): PolicySpec {
  if (spec.kind === 'leaf') return FAULTS.includes(spec.says) ? { ...spec, says } : spec;
  if (spec.kind === 'when' && typeof spec.if !== 'boolean') return { kind: 'leaf', says };
  const of = childrenOf(spec).map(child => repaired(child, says));
  return { ...spec, of } as PolicySpec;
}

/** Which rulings a fault may have, and which it can never have. */
export const faultLaws: readonly Law[] = Object.freeze([
  law('an error may stand for any ruling', { maxDepth: 0 }, async () => {
    for (const says of FAULTS) if (!same(await ruled(buildSpec({ kind: 'leaf', says })), UNKNOWN)) return false;
    return true;
  }),
  law('an open ruling covers whatever its errors may stand for', open, async (a, b) => {
    const spec: PolicySpec = { kind: 'all', of: [a, { kind: 'not', of: [b] }] };
    const whole = await ruled(buildSpec(spec));
    for (const says of DEFINITE) {
      const point = await ruled(buildSpec(repaired(spec, says)));
      if (point === undefined || whole === undefined) return point === whole;
      if (point.best < whole.best || point.worst > whole.worst) return false;
    }
    return true;
  }),
  law('no error becomes pass unless a definite pass decides', open, async (a, b) => {
    for (const spec of [a, b, { kind: 'any', of: [a, { kind: 'not', of: [b] }] }] satisfies PolicySpec[]) {
      if ((await evaluated(spec)) !== 'pass') continue;
      for (const says of DEFINITE) if ((await evaluated(repaired(spec, says))) !== 'pass') return false;
    }
    return true;
  }),
  law('at the root an open ruling ends as its strictest', everywhere, async a => {
    const interval = await ruled(buildSpec(a));
    return interval === undefined || (await evaluated(a)) === rulingAt(interval.worst);
  }),
  law('onError stays within what is possible and is never pass', open, async a => {
    const node = buildSpec(a);
    const before = await ruled(node);
    for (const onError of ['ask', 'warn'] as const) {
      const after = await ruled(label(node, { onError }));
      if (before === undefined || before.best === before.worst) return same(before, after);
      if (after === undefined || after.best !== after.worst || after.best === 0) return false;
      if (after.best < before.best || after.worst > before.worst) return false;
    }
    return true;
  }),
  equation('Not leaves an error open', { maxDepth: 0 }, () => [[Not(broken), broken]]),
  equation('a condition that fails is an error', everywhere, (a, b) => [
    [When(() => 'yes' as unknown as boolean, a, b), broken],
    [
      When(() => {
        throw new Error('it was made to fail');
      }, a),
      broken,
    ],
  ]),
  law('a fallback never settles an error of the primary', open, async a => {
    const said = await ruled(Escalate(broken, buildSpec(a)));
    return (
      atMost({ best: 0, worst: 2 }, said) && said?.worst !== 0 && same(await ruled(Escalate(broken, yes)), { best: 0, worst: 2 })
    );
  }),
  law('a guard or its opposite is at most a warning, unless it errs', { skips: false, errors: false }, async a => {
    const node = buildSpec(a);
    const settled = await ruled(Any(node, Not(node)));
    return (settled?.worst ?? 3) <= 1 && same(await ruled(Any(broken, Not(broken))), UNKNOWN);
  }),
]);

async function evaluated(spec: PolicySpec): Promise<string> {
  const engine = new PolicyEngine(buildSpec(spec), { clock: hastyClock(), default: 'block' });
  return (await engine.evaluate({ kind: 'tool' })).ruling;
}
