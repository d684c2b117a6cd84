import { describe, expect, it } from 'vitest';

import { quorumText, timeText, waitingText } from '../../../packages/adapters/src/approvalText.ts';

const question = { guard: 'g', code: 'c', reason: 'r' };

describe('waitingText', () => {
  it('names the command, the time and who is missing', () => {
    const quorum = { approvals: 2, of: ['ann', 'ben', 'eve'], veto: ['sec'] };
    const answers = [
      { granted: [true], by: 'Ann', at: 1 },
      { granted: [true], by: 'sec', at: 2 },
      { granted: [false], by: 'ben', at: 3 },
    ];
    const state = {
      id: 'i',
      code: '1234-567Y',
      status: 'pending',
      questions: [{ ...question, quorum }],
      answers,
      expiresAt: 0,
    } as const;

    expect(waitingText(state)).toBe(
      'a human can approve it with `licet approve 1234-567Y` until 1970-01-01 00:00:00 UTC; 2 of ann, ben, eve must say yes; the no of sec is final; so far Ann',
    );
  });

  it('says nothing where there is no code', () => {
    expect(waitingText({ id: 'i', status: 'pending', questions: [question] })).toBeUndefined();
  });
});

describe('quorumText', () => {
  it('is for questions that count people, and hides nothing', () => {
    expect(quorumText(question, 0)).toBeUndefined();
    expect(quorumText({ ...question, quorum: { approvals: 1, of: ['a\u202e'] } }, 0)).toBe(
      '1 of a\\u{202e} must say yes; no one has answered yet',
    );
  });
});

describe('timeText', () => {
  it('survives a time that is none', () => {
    expect(timeText(Number.NaN)).toBe('an unknown time');
  });
});
