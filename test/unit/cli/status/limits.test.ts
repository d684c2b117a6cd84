import { All, PolicyEngine, guard, memorySessions, pass } from '@licet/core';
import { Budget, RateLimit } from '@licet/guards';
import { limitFor, limitsOf, ownerOf } from 'licet/source/status/limits.ts';
import type { Limit } from 'licet/source/status/limits.ts';
import { describe, expect, it, test } from 'vitest';

describe('the limits of a policy', () => {
  it('are found for the counters that its guards really keep', async () => {
    const policy = All(
      guard('other', () => pass()),
      Budget({ max: 3, per: 'session' }),
      Budget({ max: 5, per: 'project', name: 'calls' }),
      Budget({ max: 7, per: 'tool', match: { kind: 'bash' } }),
      Budget({ max: 9, per: 'agent', name: 'mine: 100%' }),
      Budget({ max: 11, cost: 'amount', actual: 'cost', match: { kind: 'bash' } }),
      RateLimit({ max: 13, window: '1h' }),
      RateLimit({ max: 15, window: '1h', match: { tool: ['Bash', 'mcp__a:b__*'] } }),
      RateLimit({ max: 17, window: 1_000, per: 'project', name: 'a:b' }),
    );
    const sessions = memorySessions();
    const engine = new PolicyEngine(policy, { sessions });
    expect(engine.evaluateSync({ kind: 'bash', tool: 'Bash', sessionId: 's', payload: { amount: 1 } }).passed).toBe(true);
    const limits = limitsOf(policy);

    const counters = await sessions.inspect.counters(Date.now());
    expect(
      counters
        .map(counter => {
          const limit = limitFor(counter, limits) as Limit;
          return [limit.max, ownerOf(counter, limit)];
        })
        .sort(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [3, 'session:s'],
      [5, 'project'],
      [7, 'session:s:tool:Bash'],
      [9, 'session:s:agent:main'],
      [11, 'session:s'],
      [13, 'session:s'],
      [15, 'session:s'],
      [17, 'project'],
    ]);
  });

  it('are told apart by what they count', () => {
    const limits = limitsOf(All(...['a', 'b'].map(tool => RateLimit({ max: 2, window: '1h', match: { tool } }))));

    expect(new Set(limits.map(({ prefix }) => prefix)).size).toBe(2);
  });

  it('show the strictest of those that share a count', () => {
    const limits = limitsOf(All(Budget({ max: 9 }), Budget({ max: 3 }), Budget({ max: 5 })));

    expect(limitFor({ key: `${limits[0]?.prefix}session:s` }, limits)?.max).toBe(3);
  });

  it('leave counters that no limit of the policy keeps alone', () => {
    const limits = limitsOf(Budget({ max: 3 }));

    expect(limitFor({ key: 'run:x' }, limits)).toBeUndefined();
    expect(limitFor({ key: 'budget:session:4:1::session:s' }, limits)).toBeUndefined();
  });
});

test.each([
  ['a:project', 'project'],
  ['a:session:s:agent:m', 'session:s:agent:m'],
  ['a:principal:ann', 'principal:ann'],
  ['a:principal', 'principal'],
  ['something else', 'something else'],
])('a counter %j belongs to %j', (rest, owner) => {
  expect(ownerOf({ key: `budget:${rest}` }, { prefix: 'budget:', name: 'n', per: 'session', max: 1 })).toBe(owner);
});
