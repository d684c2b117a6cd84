import { ask, block, guard, pass } from '@licet/core';
import type { Guard } from '@licet/core';
import { findWitnesses } from '@licet/analysis';
import { Budget, RateLimit, Requires } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const world = { effects: () => [], cwd: '/project', now: 0 };
const built = (policy: Guard): Parameters<typeof findWitnesses>[0] => ({ policy, settings: { default: 'pass' } });
const bash = (words: string): Parameters<typeof findWitnesses>[2][number] => ({
  words,
  action: { kind: 'bash', payload: { command: words } },
});

describe('witnesses', () => {
  const strict = guard('strict', () => block('no', { fix: 'wait' }));
  const asking = guard('asking', () => ask('sure?', { fix: 'wait' }));

  it('are the shortest action for each change, with what both policies say', async () => {
    const found = await findWitnesses(built(strict), built(asking), [bash('ls -l'), bash('ls')], world);

    expect(found).toEqual([
      {
        ...bash('ls'),
        change: 'wider',
        old: { ruling: 'block', guard: 'strict', code: 'blocked' },
        new: { ruling: 'ask', guard: 'asking', code: 'approval_required' },
      },
    ]);
  });

  it('are none where both say the same', async () => {
    expect(await findWitnesses(built(strict), built(strict), [bash('ls')], world)).toEqual([]);
  });

  it('know facts, and happen as often as they say', async () => {
    const known = { ...bash('ls'), facts: ['a'] };
    const again = { ...bash('ls'), times: 3 };

    expect(await findWitnesses(built(Requires('a')), built(guard('fine', () => pass())), [known], world)).toEqual([]);
    expect(await findWitnesses(built(Budget({ max: 9 })), built(Budget({ max: 2 })), [bash('ls'), again], world)).toMatchObject([
      { change: 'narrower', times: 3 },
    ]);
  });

  it('say at which time of many they are judged differently, each from a state in which nothing has happened', async () => {
    const again = (words: string): ReturnType<typeof bash> => ({ ...bash(words), times: 20 });
    const [many, few] = [built(Budget({ max: 9, per: 'project' })), built(Budget({ max: 2, per: 'project' }))];
    const found = await findWitnesses(many, few, [again('ls -l'), again('ls'), bash('pwd')], world);

    expect(found).toMatchObject([{ change: 'narrower', words: 'ls', times: 3 }]);
    expect(found).toHaveLength(1);
  });

  it('let others have their turn before each trial', async () => {
    const order: string[] = [];
    const seen = guard('seen', ({ payload }) => {
      order.push(String(payload['command']));
      return pass();
    });
    const pause = async (): Promise<void> => {
      await new Promise(setImmediate);
      order.push('pause');
    };
    const again = { ...bash('pwd'), times: 2 };
    await findWitnesses(built(seen), built(strict), [bash('ls'), again], { ...world, pause });

    expect(order).toEqual(['pause', 'ls', 'pause', 'pwd', 'pause', 'pwd']);
  });

  it('look for the effects of an action once', async () => {
    let calls = 0;
    const effects = (): [] => {
      calls++;
      return [];
    };
    const looking = built(guard('looking', (_, ctx) => (ctx.effects.length === 0 ? pass() : block('no', { fix: 'wait' }))));
    await findWitnesses(looking, looking, [bash('ls'), { ...bash('pwd'), times: 5 }], { ...world, effects });

    expect(calls).toBe(2);
  });

  it('have another value of an argument every time, and other effects with it', async () => {
    const values: unknown[] = [];
    const effects = ({ payload }: { readonly payload: Readonly<Record<string, unknown>> }): [] => {
      values.push(payload['to']);
      return [];
    };
    const limited = (max: number): ReturnType<typeof built> => built(RateLimit({ max, window: '1m', distinct: 'to' }));
    const looking = guard('looking', (_, ctx) => (ctx.effects.length === 0 ? pass() : block('no', { fix: 'wait' })));
    const [again, varied] = [
      { words: 'send (to: x)', action: { kind: 'tool', tool: 'send', payload: { to: 'x' } }, times: 3 },
      { words: 'send (every time another to)', action: { kind: 'tool', tool: 'send', payload: {} }, times: 3, varies: 'to' },
    ];

    expect(await findWitnesses(limited(2), limited(3), [again], world)).toEqual([]);
    expect(await findWitnesses(limited(2), limited(3), [again, varied], world)).toMatchObject([
      { change: 'wider', words: varied.words, times: 3 },
    ]);
    await findWitnesses(built(looking), built(looking), [varied], { ...world, effects });
    // What is done before is judged by the old policy, and then by the new one.
    expect(values).toEqual(['1', '2', '3', '1', '2', '3']);
  });
});
