import { readFileSync } from 'node:fs';

import type { GuardNode } from '@licet/core';
import { Escalate, PolicyEngine } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { LEAVES, inWords, tableAfter } from './table.ts';

const doc = readFileSync(new URL('../../../../docs/algebra.md', import.meta.url), 'utf8');
const table = tableAfter(doc, '| | block | ask | warn | pass | error | skipped |');
const leaf = (name: string): GuardNode => LEAVES[name] as GuardNode;

describe('Escalate', () => {
  it('has a truth table in the documentation', () => {
    expect(table.length).toBe(36);
  });

  for (const [primary, fallback, result] of table) {
    it(`of ${primary} to ${fallback} is ${result}`, async () => {
      expect(await inWords(Escalate(leaf(primary), leaf(fallback)))).toBe(result);
    });
  }

  it('records what it was escalated from', async () => {
    const { trace } = await new PolicyEngine(Escalate(leaf('block'), leaf('ask'))).evaluate({ kind: 'bash' });

    expect(trace.verdict).toMatchObject({
      guard: 'asks',
      evidence: { escalatedFrom: { guard: 'blocks', reason: 'it is closed' } },
    });
  });

  it('keeps the fault of the primary in sight', async () => {
    const evaluation = await new PolicyEngine(Escalate(leaf('error'), leaf('pass'))).evaluate({ kind: 'bash' });

    expect(evaluation).toMatchObject({ ruling: 'ask', code: 'guard_threw' });
    expect(evaluation.errors).toMatchObject([{ guard: 'errs' }]);
  });

  it('needs exactly two nodes in a file', async () => {
    const { escalateDefinition } = await import('../../../../packages/core/src/combinators/escalate.ts');

    for (const children of [[], [leaf('pass')], [leaf('pass'), leaf('pass'), leaf('pass')]]) {
      expect(() => escalateDefinition.build({}, children, {} as never)).toThrow(/needs a primary and a fallback/u);
    }
    expect(escalateDefinition.build({}, [leaf('pass'), leaf('block')], {} as never).kind).toBe('escalate');
  });
});
