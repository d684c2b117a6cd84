import { PolicyEngine, PolicyEvaluator, RULINGS } from '@licet/core';
import { rulingAt } from '@licet/core/nodes';
import type { Severity } from '@licet/core/nodes';
import { hastyClock } from '@licet/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { reference } from './reference.ts';
import { cases } from '../support/longRuns.ts';
import { policySpecs } from './policies.ts';
import type { PolicySpec } from './policySpec.ts';
import { buildSpec } from './policySpec.ts';
import { ruled } from './ruled.ts';

const trees = policySpecs({ maxDepth: 5 });

async function possible(spec: PolicySpec): Promise<readonly number[] | 'skipped'> {
  const interval = await ruled(buildSpec(spec));
  return interval === undefined ? 'skipped' : [0, 1, 2, 3].filter(each => each >= interval.best && each <= interval.worst);
}

describe('the engine agrees with the reference model', () => {
  it('on what every policy may rule', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async spec => {
        expect(await possible(spec)).toEqual(reference(spec).known);
      }),
      { numRuns: cases(1_500) },
    );
  });

  it('on what every policy ends with', async () => {
    await fc.assert(
      fc.asyncProperty(trees, fc.constantFrom(...RULINGS), async (spec, fallback) => {
        const engine = new PolicyEngine(buildSpec(spec), { default: fallback, clock: hastyClock() });

        const { ruling, passed } = await engine.evaluate({ kind: 'tool' });

        const { known } = reference(spec);
        expect(ruling).toBe(known === 'skipped' ? fallback : rulingAt(Math.max(...known) as Severity));
        expect(passed).toBe(ruling === 'pass' || ruling === 'warn');
      }),
      { numRuns: cases(500) },
    );
  });

  it('through an evaluator, which says the same as an engine of everything that it decides', async () => {
    await fc.assert(
      fc.asyncProperty(trees, fc.constantFrom(...RULINGS), async (spec, fallback) => {
        const policy = buildSpec(spec);
        const options = { default: fallback, clock: hastyClock(), ids: () => 'one' };
        const [alone, engine] = [new PolicyEvaluator(policy, options), new PolicyEngine(policy, options)];
        const said = async (by: PolicyEvaluator | PolicyEngine): Promise<unknown> => {
          const { approval: _approval, durationMs: _duration, ...rest } = (await by.evaluate({ kind: 'tool' })).toJSON();
          return JSON.parse(JSON.stringify(rest)) as unknown;
        };

        expect(await said(alone)).toEqual(await said(engine));
        expect(alone.describe()).toEqual(engine.describe());
      }),
      { numRuns: cases(500) },
    );
  });

  it('on which guards commit, and that none does when the action is stopped', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async spec => {
        const committed: string[] = [];
        const policy = buildSpec(spec, { shortCircuit: false, onCommit: path => void committed.push(path) });

        const { passed } = await new PolicyEngine(policy, { clock: hastyClock() }).evaluate({ kind: 'tool' });

        expect(committed.toSorted()).toEqual(passed ? reference(spec).commits.toSorted() : []);
      }),
      { numRuns: cases(1_500) },
    );
  });

  it('on which leaves were asked at all where nothing is short-circuited', async () => {
    await fc.assert(
      fc.asyncProperty(policySpecs({ later: false, errors: false, onError: false }), async spec => {
        const { verdicts } = await new PolicyEngine(buildSpec(spec, { shortCircuit: false })).explain({ kind: 'tool' });

        expect(new Set(verdicts.map(({ guard }) => guard)).size).toBe(verdicts.length);
      }),
      { numRuns: cases(200) },
    );
  });
});
