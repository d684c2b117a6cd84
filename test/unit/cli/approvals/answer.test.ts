import type { Question } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { answerOf } from '../../../../packages/cli/src/approvals/answer.ts';
import { counted, opened, plain } from '../../core/store/approvalFixtures.ts';

const said = { yes: true, by: 'ann', channel: 'cli' };

describe('answerOf', () => {
  const grantedOf = (questions: readonly Question[], more: object): readonly (boolean | null)[] =>
    answerOf(opened(questions).stored, { ...said, ...more }).granted;

  it.each([
    [[plain], {}, [true]],
    [[plain], { yes: false }, [false]],
    [[plain, counted], {}, [true, null]],
    [[plain, counted], { by: 'Ben' }, [true, true]],
    [[plain, plain], { only: [2] }, [null, true]],
    [[plain, plain], { only: [1], yes: false }, [false, null]],
    [[counted], {}, [true]],
  ])('for %j and %j is %j', (questions, more, granted) => {
    expect(grantedOf(questions as readonly Question[], more)).toEqual(granted);
  });

  it.each([0, 3, 1.5, Number.NaN])('knows no question %d', only => {
    expect(() => grantedOf([plain, plain], { only: [only] })).toThrow(`there is no question ${only}: the request has 2`);
  });
});
