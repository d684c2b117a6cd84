import { describe, expect, it, test } from 'vitest';

import { checkSteps, compareSteps, stepVerdict } from '../../../../packages/guards/src/resource/steps.ts';

describe('two ladders', () => {
  const [warn2, ask2, ask4, block4] = [
    { after: 2, then: 'warn' },
    { after: 2, then: 'ask' },
    { after: 4, then: 'ask' },
    { after: 4, then: 'block' },
  ] as const;

  it.each([
    ['equal', [warn2, block4], [warn2, block4]],
    ['narrower', [warn2], [ask2]],
    ['narrower', [ask4], [ask2]],
    ['narrower', [], [warn2]],
    ['wider', [ask2, block4], [ask2]],
    ['wider', [ask2], [ask4]],
    ['unknown', [ask2], [warn2, block4]],
  ] as const)('compare as %s', (change, older, newer) => {
    expect(compareSteps(older, newer)).toBe(change);
  });
});

describe('the steps of a ladder', () => {
  it('come later and are stricter, each than the one before it', () => {
    expect(() =>
      checkSteps([
        { after: 1, then: 'warn' },
        { after: 2, then: 'block' },
      ]),
    ).not.toThrow();
    expect(() => checkSteps([])).not.toThrow();
  });

  test.each([
    [
      [
        { after: 2, then: 'warn' },
        { after: 2, then: 'block' },
      ],
      ['steps', 1, 'after'],
    ],
    [
      [
        { after: 1, then: 'ask' },
        { after: 2, then: 'ask' },
      ],
      ['steps', 1, 'then'],
    ],
    [
      [
        { after: 1, then: 'block' },
        { after: 2, then: 'warn' },
      ],
      ['steps', 1, 'then'],
    ],
  ] as const)('%j are refused at %j', (steps, path) => {
    expect(() => checkSteps(steps)).toThrow(expect.objectContaining({ code: 'invalid_param', path }));
  });
});

describe('what a step says', () => {
  const said = (then: 'warn' | 'ask' | 'block', more: object = {}) =>
    stepVerdict({ after: 1, then }, { count: 2, counted: 'all', consecutive: false, ...more });

  it('is its ruling, with how many there were', () => {
    expect((['warn', 'ask', 'block'] as const).map(then => said(then).ruling)).toEqual(['warn', 'ask', 'block']);
    expect(said('ask').reason).toBe('2 actions like this have gone ahead already');
    expect(said('ask', { count: 1, counted: 'failed', consecutive: true, target: 'a' }).reason).toBe(
      '1 action like this on `a` has failed in a row already',
    );
  });

  it('says to wait only where time alone helps', () => {
    expect(said('block', { retryAfterMs: 60_000 })).toMatchObject({ recover: 'wait', retryAfterMs: 60_000 });
    expect(said('block').retryAfterMs).toBeUndefined();
  });
});
