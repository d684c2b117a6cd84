import { PolicyEngine, guard, pass } from '@licet/core';
import { mergeObligations } from '@licet/core/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const obligations = fc.record(
  {
    rewrite: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom(1, 2, null)),
    redact: fc.array(fc.constantFrom('secrets', 'mail')),
    maxRows: fc.integer({ min: -1, max: 9 }),
    maxOutput: fc.constantFrom(0, 5, Number.NaN, Infinity),
    timeoutMs: fc.integer({ min: 1, max: 9 }),
    notices: fc.array(fc.constantFrom('x', 'y')),
    fields: fc.subarray(['a', 'b', 'c']),
  },
  { requiredKeys: [] },
);

describe('mergeObligations', () => {
  it('depends on no order', () => {
    fc.assert(
      fc.property(fc.array(obligations, { maxLength: 4 }), all => {
        const [one, other] = [mergeObligations(all), mergeObligations(all.toReversed())];
        expect('conflict' in one).toBe('conflict' in other);
        if (!('conflict' in one)) expect(one).toEqual(other);
      }),
    );
  });

  it('only narrows', () => {
    fc.assert(
      fc.property(obligations, obligations, (a, b) => {
        const merged = mergeObligations([a, b]);
        if ('conflict' in merged) return;
        const { maxRows = Infinity, redact = [], fields } = merged.obligations;
        for (const shown of [a.fields, b.fields])
          if (shown !== undefined) expect(shown).toEqual(expect.arrayContaining([...(fields ?? ['none'])]));
        expect(maxRows).toBeLessThanOrEqual(Math.max(0, a.maxRows ?? Infinity));
        for (const rule of [...(a.redact ?? []), ...(b.redact ?? [])]) expect(redact).toContain(rule);
      }),
    );
  });

  it('finds two rewrites of one argument, and reads no number as no room', () => {
    expect(mergeObligations([{ rewrite: { path: 'a' } }, { rewrite: { path: 'b' } }])).toEqual({ conflict: 'path' });
    expect(mergeObligations([{ rewrite: { path: { b: 1, a: 2 } } }, { rewrite: { path: { a: 2, b: 1 } } }])).toHaveProperty(
      'obligations',
    );
    expect(mergeObligations([{ maxOutput: Number.NaN }, { maxOutput: 5 }])).toEqual({ obligations: { maxOutput: 0 } });
    expect(mergeObligations([])).toEqual({ obligations: {} });
  });

  it('shows no field where two show different ones', () => {
    expect(mergeObligations([{ fields: ['a'] }, { fields: ['b'] }])).toEqual({ obligations: { fields: [] } });
  });

  it('are owed for the output in another process too, and stop a runtime that cannot show only some fields', async () => {
    const engine = new PolicyEngine(guard('some', () => pass({ obligations: { fields: ['id'], timeoutMs: 5 } })));
    const action = { kind: 'tool', callId: 'one' };
    const { passed } = await engine.evaluate(action);

    expect([passed, await engine.owed(action)]).toEqual([true, { fields: ['id'] }]);
    expect((await engine.evaluate({ kind: 'tool' }, { meets: ['maxRows'] })).code).toBe('obligation_unmet');
  });
});
