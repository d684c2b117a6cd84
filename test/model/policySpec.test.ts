import { PolicyEngine } from '@licet/core';
import { hastyClock } from '@licet/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { policySpecs } from './policies.ts';
import { buildSpec } from './policySpec.ts';
import type { PolicySpec } from './policySpec.ts';

describe('buildSpec', () => {
  it('builds every spec into a policy whose leaves are named by their place', async () => {
    const spec: PolicySpec = {
      kind: 'any',
      of: [
        { kind: 'not', of: [{ kind: 'leaf', says: 'pass' }] },
        { kind: 'leaf', says: 'warn' },
      ],
    };

    const { verdicts } = await new PolicyEngine(buildSpec(spec)).evaluate({ kind: 'bash' });

    expect(verdicts.map(({ guard }) => guard)).toEqual(['leaf0.0', 'leaf1']);
  });
});

describe('policySpecs', () => {
  it('makes every sort of node and of leaf', () => {
    const text = JSON.stringify(fc.sample(policySpecs(), 500));

    for (const word of [
      'all',
      'any',
      'threshold',
      'not',
      'when',
      'escalate',
      'hang',
      'reject',
      'throw',
      'nonsense',
      'skip',
      'onError',
    ]) {
      expect(text).toContain(`"${word}"`);
    }
  });

  it('makes none of what was left out', async () => {
    const specs = fc.sample(policySpecs({ errors: false, skips: false, later: false, onError: false }), 200);
    for (const spec of specs) {
      const evaluation = new PolicyEngine(buildSpec(spec), { clock: hastyClock() }).evaluateSync({ kind: 'bash' });
      expect([evaluation.errors.length, evaluation.code === 'default_ruling']).toEqual([0, false]);
    }
  });
});
