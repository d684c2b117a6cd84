import { describe, expect, it, test } from 'vitest';

import {
  RUNTIME,
  askedBy,
  elsewhere,
  isOver,
  promptsHere,
  requestElsewhere,
} from '../../../../packages/adapters/src/runtimes/asking.ts';

const outOfBand = { channel: 'out_of_band', isReachable: true } as const;
const event = (phase: string, audience: string, turnId?: string) =>
  ({ name: 'x', phase, audience, ...(turnId !== undefined && { turnId }) }) as never;

describe("the runtime's own prompt", () => {
  test.each([
    ['before', 'human', RUNTIME, true],
    ['before', 'host', RUNTIME, true],
    ['before', 'absent', RUNTIME, false],
    ['before', 'human', outOfBand, false],
  ] as const)('%s a call with %s there is seen: %#', (phase, audience, asking, seen) => {
    expect(promptsHere(event(phase, audience), asking)).toBe(seen);
  });

  test.each([
    ['after', 'host', { askedBy: 'runtime' }],
    ['batch', 'human', { askedBy: 'runtime' }],
    // Perhaps no human was asked.
    ['batch', 'host', {}],
    ['after', 'absent', {}],
  ])('%s a call with %s there was the way of the answer: %j', (phase, audience, by) => {
    expect(askedBy(event(phase, audience), RUNTIME)).toEqual(by);
  });
});

it('takes a question for over when the user has gone on, or it is not known', () => {
  expect([
    isOver({ turnId: '1' } as never, event('turn', 'human', '2')),
    isOver({ turnId: '1' } as never, event('turn', 'human', '1')),
    isOver({} as never, event('turn', 'human')),
  ]).toEqual([true, false, true]);
});

describe('a question that is answered from elsewhere', () => {
  const evaluation = {
    passed: false,
    enforced: 'ask',
    ruling: 'ask',
    code: 'x',
    reason: 'it is red',
    fix: { summary: 'paint it' },
    approval: { id: 'r', status: 'pending', code: 'ABC', questions: [] },
  } as never;

  it('waits only while there is no answer, and no prompt can put it', () => {
    expect(requestElsewhere(evaluation, false)).toBe('r');
    expect(requestElsewhere({ ...(evaluation as object), passed: true } as never, false)).toBeUndefined();
    expect(requestElsewhere({ ...(evaluation as object), enforced: 'block' } as never, false)).toBeUndefined();
    expect(requestElsewhere({ passed: false, enforced: 'ask' } as never, false)).toBeUndefined();
  });

  it('is a denial with the way to a yes, or with the news that there is none', () => {
    expect(elsewhere(evaluation, RUNTIME)).toMatchObject({
      do: 'deny',
      reason: expect.stringContaining('no way to give one here'),
    });
    expect(elsewhere(evaluation, outOfBand)).toMatchObject({ do: 'deny', text: expect.stringContaining('only a human may') });
    expect(elsewhere(evaluation, outOfBand)).toMatchObject({ text: expect.stringContaining('paint it') });
  });
});
