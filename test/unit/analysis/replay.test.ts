import { All, ask, block, guard, pass } from '@licet/core';
import type { ActionInput, Guard } from '@licet/core';
import { callWords, replay } from '@licet/analysis';
import type { ReplayReport, SimulatedPolicy } from '@licet/analysis';
import type { RecordedEvent } from '@licet/core/store';
import { Budget } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const policy = (built: Guard): SimulatedPolicy => ({ built: { policy: built, settings: { default: 'pass' } } });
const open = guard('open', () => pass());
const careful = guard('careful', ({ tool }) => (tool === 'send' ? ask('it reaches others', { fix: 'ask' }) : pass()));

const call = (action: Partial<ActionInput> & { readonly callId: string }, more: object = {}): RecordedEvent => ({
  type: 'call',
  at: 0,
  exact: true,
  action: { kind: 'tool', tool: 'send', payload: {}, sessionId: 's', ...action },
  ...more,
});

async function replayed(events: readonly RecordedEvent[], older: Guard | undefined, newer: Guard): Promise<ReplayReport> {
  const found = replay({ ...(older && { older: policy(older) }), newer: policy(newer) });
  for (const event of events) await found.take(event);
  return found.report();
}

describe('a replay', () => {
  it('says how many more questions there are, about which calls, and whose', async () => {
    const events = [
      call({ callId: '1', principal: { id: 'ann' } }),
      call({ callId: '2', principal: { id: 'ann' } }),
      call({ callId: '3', agentId: 'helper' }),
      call({ callId: '4', tool: 'look' }),
    ];

    const { asksPer100, changes, calls, sessions } = await replayed(events, open, All(open, careful));

    expect({ asksPer100, calls, sessions }).toEqual({ asksPer100: { before: 0, after: 75 }, calls: 4, sessions: 1 });
    expect(changes).toMatchObject([
      {
        change: 'narrower',
        before: { ruling: 'pass' },
        after: { ruling: 'ask', guard: 'careful' },
        about: 'send',
        calls: 3,
        whose: [
          { who: 'ann', calls: 2 },
          { who: 'helper', calls: 1 },
        ],
        examples: [{ words: 'send' }, { words: 'send' }, { words: 'send' }],
      },
    ]);
  });

  it('lists what the newer policy stops or asks about, the most severe first, and keeps no more than 500 of each', async () => {
    const closed = guard('closed', ({ tool }) => (tool === 'drop' ? block('it is gone then', { fix: 'keep it' }) : pass()));
    const events = Array.from({ length: 600 }, (_, index) => call({ callId: `${index}`, payload: { to: `${index}` } }));

    const { stops, unlisted } = await replayed(
      [...events, call({ callId: 'a', tool: 'drop' }), call({ callId: 'b', tool: 'drop' }), call({ callId: 'c', tool: 'look' })],
      undefined,
      All(careful, closed),
    );

    expect(stops.slice(0, 2)).toEqual([
      {
        ruling: 'block',
        guard: 'closed',
        code: 'blocked',
        reason: 'it is gone then',
        words: 'drop',
        calls: 2,
        sessionId: 's',
        at: 0,
      },
      expect.objectContaining({ ruling: 'ask', reason: 'it reaches others', words: 'send 0', calls: 1 }),
    ]);
    expect([stops.length, unlisted]).toEqual([501, { block: 0, ask: 100 }]);
  });

  it('compares with what was recorded where there is no other policy, and counts what drifted where there is', async () => {
    const said = { said: { ruling: 'ask', guard: 'careful', code: 'approval_required' } };
    const events = [call({ callId: '1' }, said), call({ callId: '2', tool: 'look' }, { exact: false })];

    expect(await replayed(events, undefined, open)).toMatchObject({
      inexact: 1,
      asksPer100: { before: 100, after: 0 },
      changes: [{ change: 'wider', calls: 1 }],
    });
    expect(await replayed(events, open, open)).toMatchObject({ drift: { recorded: 1, different: 1 }, changes: [] });
    expect((await replayed([call({ callId: '1' })], undefined, open)).asksPer100).toEqual({ after: 0 });
  });

  it('lets what a policy stops not have happened', async () => {
    const events = ['1', '2', '3'].flatMap((callId): RecordedEvent[] => [
      call({ callId }),
      { type: 'outcome', at: 0, sessionId: 's', callId, status: 'ok' },
    ]);

    const { before, after } = await replayed(events, Budget({ max: 2 }), Budget({ max: 1 }));

    expect([before.block, after.block]).toEqual([1, 2]);
  });

  it('forgets a session that has ended', async () => {
    const events: readonly RecordedEvent[] = [call({ callId: '1' }), { type: 'end', sessionId: 's' }, call({ callId: '2' })];

    expect((await replayed(events, undefined, Budget({ max: 1 }))).after).toMatchObject({ pass: 2, block: 0 });
  });

  it('keeps a bounded number of kinds of changes, and counts the rest', async () => {
    const stopped = guard('stopped', () => block('closed', { fix: 'open it' }));
    const events = Array.from({ length: 700 }, (_, index) => call({ callId: `${index}`, tool: `t${index}` }));

    const { changes, ungrouped } = await replayed(events, open, stopped);

    expect([changes.length, ungrouped]).toEqual([500, 200]);
  });

  test.each([
    [{ kind: 'bash', tool: 'Bash', payload: { description: 'look', command: 'ls' } }, 'ls'],
    [{ kind: 'read', tool: 'Read', payload: { file_path: 'a.ts' } }, 'Read a.ts'],
    [{ kind: 'submit_task', payload: {} }, 'submit_task'],
    [{ kind: 'tool', tool: 'x', payload: { list: ['a'] } }, 'x ["a"]'],
  ] as const)('names a call in words: %j', (action, words) => {
    expect(callWords(action)).toBe(words);
  });
});
