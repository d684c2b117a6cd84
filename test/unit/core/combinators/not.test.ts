import type { GuardNode } from '@licet/core';
import { All, Any, Not, PolicyEngine, guard, pass } from '@licet/core';
import { Budget, RateLimit } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { LEAVES, inWords } from './table.ts';

const TABLE = [
  ['pass', 'block'],
  ['warn', 'ask'],
  ['ask', 'warn'],
  ['block', 'pass'],
  ['error', 'error'],
  ['skipped', 'skipped'],
] as const;
const leaf = (name: string): GuardNode => LEAVES[name] as GuardNode;

describe('Not', () => {
  for (const [child, result] of TABLE) {
    it(`of ${child} is ${result}`, async () => {
      expect(await inWords(Not(leaf(child)))).toBe(result);
      expect(await inWords(Not(Not(leaf(child))))).toBe(child);
    });
  }

  it('reverses a ruling that is open in part', async () => {
    expect(await inWords(Not(Any(leaf('error'), leaf('warn'))))).toBe('≥ ask');
  });

  it('says why and what to do, by the name of the child', async () => {
    const evaluation = await new PolicyEngine(Not(guard('known_host', () => pass()))).evaluate({ kind: 'network' });

    expect(evaluation).toMatchObject({ code: 'inverted', ruling: 'block' });
    expect(evaluation.determining.map(each => each.guard)).toEqual(['known_host']);
    expect([evaluation.reason, evaluation.fix?.summary].join()).toContain('`known_host`');
  });

  it.each([
    ['a guard that counts', Budget({ max: 1 })],
    [
      'one further below',
      All(
        guard('known', () => pass()),
        RateLimit({ max: 1, window: '1m' }),
      ),
    ],
  ])('refuses %s, which would count nothing', (_name, child) => {
    expect(() => Not(child)).toThrow(expect.objectContaining({ code: 'never_counted' }));
  });

  it('lets nothing below it commit', async () => {
    let commits = 0;
    const counted: GuardNode = { ...leaf('block'), commit: () => void commits++ };

    expect((await new PolicyEngine(Not(counted)).evaluate({ kind: 'bash' })).passed).toBe(true);
    expect(commits).toBe(0);
  });
});
