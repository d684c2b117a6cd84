import { All, PolicyEngine, createRegistry, memorySessions } from '@licet/core';
import { comparePolicies } from '@licet/analysis';
import { analyzeEffects } from '@licet/effects';
import { Obligation, Requires, guardDefinitions } from '@licet/guards';
import type { RequiresOptions } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

describe('Requires', () => {
  test.each([
    [true, 'pass'],
    ['yes', 'pass'],
    [0, 'pass'],
    [false, 'block'],
    [null, 'block'],
  ])('when the fact is %j rules %s', async (value, ruling) => {
    const sessions = memorySessions();
    await sessions.append('s', [{ type: 'fact', at: 0, name: 'reviewed', value }]);

    expect((await new PolicyEngine(Requires('reviewed'), { sessions }).evaluate({ kind: 'bash', sessionId: 's' })).ruling).toBe(
      ruling,
    );
  });

  it('does not take an inherited property for a fact', () => {
    expect(new PolicyEngine(Requires('toString')).evaluateSync({ kind: 'bash' }).code).toBe('fact_missing');
  });

  it('asks for facts and obligations in one node, and says what is missing of both', async () => {
    const changelog = Obligation({ name: 'changelog', when: 'begun', fulfilledBy: { fact: 'logged' } });
    const gate = Requires({ allOf: ['reviewed'], obligations: 'fulfilled' });
    const sessions = memorySessions();
    const engine = new PolicyEngine(All(changelog, gate), { sessions, default: 'pass', effects: analyzeEffects() });
    const after = async (name: string): Promise<readonly [ruling: string, code: string, misses: readonly boolean[]]> => {
      await sessions.append('s', [{ type: 'fact', at: 0, name, value: true }]);
      const { ruling, code, verdicts } = await engine.evaluate({ kind: 'read', sessionId: 's', payload: { path: 'a' } });
      const said = verdicts.map(({ reason }) => reason ?? '').join();
      return [ruling, code, [said.includes('`reviewed` is not established'), said.includes('`changelog` is open')]];
    };

    expect(await after('other')).toEqual(['block', 'fact_missing', [true, false]]);
    expect(await after('begun')).toEqual(['block', 'fact_missing', [true, true]]);
    expect(await after('reviewed')).toEqual(['block', 'obligation_open', [false, true]]);
    const alone = new PolicyEngine(gate, { sessions, default: 'pass' });
    expect((await alone.evaluate({ kind: 'read', sessionId: 's' })).ruling).toBe('pass');
  });

  it.each([
    [{ fact: 'a' }, { fact: 'a', obligations: 'fulfilled' }, 'narrower'],
    [{ fact: 'a', obligations: 'fulfilled' }, { fact: 'a' }, 'wider'],
    [{ obligations: 'fulfilled' }, { fact: 'a' }, 'unknown'],
    [{ anyOf: ['a', 'b'] }, { anyOf: ['a', 'b'], obligations: 'fulfilled' }, 'narrower'],
  ] as readonly (readonly [RequiresOptions, RequiresOptions, string])[])(
    'is compared: %j, then %j is %s',
    (older, newer, verdict) => {
      const policy = (params: RequiresOptions) => ({
        policy: { kind: 'requires', params: params as never },
        settings: { default: 'pass' as const },
      });
      const { neverMilder, neverStricter } = comparePolicies(policy(older), policy(newer), createRegistry(guardDefinitions));

      expect([neverMilder, neverStricter]).toEqual([verdict === 'narrower', verdict === 'wider']);
    },
  );

  it('needs the name of a fact, or one list of facts, or obligations', () => {
    expect(() => Requires('')).toThrow('`fact` must be a text, found an empty text');
    expect(() => Requires({})).toThrow('`requires` needs one of');
    expect(() => Requires({ fact: 'a', allOf: ['b'] })).toThrow('`requires` needs one of');
  });
});
