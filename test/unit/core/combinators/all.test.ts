import { readFileSync } from 'node:fs';

import { All, PolicyEngine, guard, pass } from '@licet/core';
import type { Guard } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { LEAVES, inWords, tableAfter } from './table.ts';

const source = readFileSync(new URL('../../../../packages/core/src/combinators/all.ts', import.meta.url), 'utf8');
const table = tableAfter(source, 'the worst child that applies.');

describe('All', () => {
  it('has a truth table in its documentation', () => {
    expect(table.length).toBe(30);
  });

  for (const [a, b, result] of table) {
    it(`of ${a} and ${b} is ${result}, in both orders`, async () => {
      const [one, other] = [LEAVES[a] as Guard, LEAVES[b] as Guard];

      expect([await inWords(All(one, other)), await inWords(All(other, one))]).toEqual([result, result]);
    });
  }

  it('refuses an empty list by its name', () => {
    expect(() => All()).toThrow(/`All` needs at least one guard/u);
    expect(() => All({ shortCircuit: true })).toThrow(/`All` needs at least one guard/u);
    expect(() => All('guard' as never)).toThrow(/expected a guard/u);
  });

  it('leaves out what can change nothing, only when it is told to, and never in an explanation', async () => {
    const decisive = LEAVES['block'] as Guard;
    const policy = (shortCircuit: boolean) =>
      All(
        guard('first', () => pass()),
        decisive,
        guard('last', () => pass()),
        { shortCircuit },
      );
    const statuses = async (shortCircuit: boolean) =>
      (await new PolicyEngine(policy(shortCircuit)).evaluate({ kind: 'bash' })).trace.children.map(({ status }) => status);

    expect((await statuses(false)).includes('not_evaluated')).toBe(false);
    expect((await statuses(true)).at(-1)).toBe('not_evaluated');
    const explained = await new PolicyEngine(policy(true)).explain({ kind: 'bash' });
    expect(explained.trace.children.every(({ status }) => status !== 'not_evaluated')).toBe(true);
  });
});
