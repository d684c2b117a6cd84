import { ask, block, guard, pass } from '@licet/core';
import type { Guard } from '@licet/core';
import { findWitnesses } from '@licet/core/analysis';
import { Budget, Requires } from '@licet/guards';
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
});
