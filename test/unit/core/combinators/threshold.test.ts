import type { Guard } from '@licet/core';
import { PolicyEngine, Threshold } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { LEAVES, inWords } from './table.ts';

const leaves = (...names: string[]): Guard[] => names.map(name => LEAVES[name] as Guard);

const TABLE: readonly (readonly [number, readonly string[], string])[] = [
  [2, ['pass', 'pass', 'block'], 'pass'],
  [2, ['pass', 'warn', 'block'], 'warn'],
  [2, ['pass', 'ask', 'block'], 'ask'],
  [2, ['pass', 'block', 'block'], 'block'],
  [2, ['pass', 'pass', 'error'], 'pass'],
  [2, ['pass', 'ask', 'error'], '≤ ask'],
  [2, ['error', 'error', 'pass'], 'error'],
  [2, ['block', 'block', 'error'], 'block'],
  [2, ['pass', 'skipped', 'skipped'], 'block'],
  [2, ['skipped', 'skipped', 'skipped'], 'skipped'],
  [1, ['pass', 'pass', 'pass'], 'pass'],
];

describe('Threshold', () => {
  for (const [k, names, result] of TABLE) {
    it(`of ${k} among ${names.join(', ')} is ${result}`, async () => {
      expect(await inWords(Threshold(k, ...leaves(...names)))).toBe(result);
      expect(await inWords(Threshold(k, ...leaves(...names.toReversed()), { shortCircuit: true }))).toBe(result);
    });
  }

  it('wants a whole number from 1 to the number of children', () => {
    for (const k of [0, -1, 1.5, 3, Number.NaN, Infinity, '1']) {
      expect(() => Threshold(k as number, ...leaves('pass', 'pass'))).toThrow(
        expect.objectContaining({ code: 'invalid_threshold' }) as Error,
      );
    }
    expect(() => Threshold(1)).toThrow(/at least one guard/u);
  });

  it('says what is missing, who asks and what would help', async () => {
    const evaluate = async (k: number, ...names: string[]) =>
      new PolicyEngine(Threshold(k, ...leaves(...names))).evaluate({ kind: 'bash' });

    expect(await evaluate(2, 'pass', 'block')).toMatchObject({
      code: 'quorum_not_reached',
      reason: '2 of 2 checks must pass and 1 do: it is closed',
      fix: { summary: 'open it' },
    });
    expect(await evaluate(2, 'pass', 'ask')).toMatchObject({ ruling: 'ask', code: 'quorum_not_reached' });
    expect(await evaluate(2, 'pass', 'skipped')).toMatchObject({ code: 'quorum_unreachable', recover: 'none' });
    expect((await evaluate(1, 'block', 'warn')).determining.map(({ guard }) => guard)).toEqual(['warns']);
    expect((await evaluate(2, 'block', 'warn')).determining.map(({ guard }) => guard)).toEqual(['blocks']);
  });
});
