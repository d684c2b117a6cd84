import { describe, expect, it, test } from 'vitest';

import { checkFill, requireContent, withDepths } from '../../../../packages/epistemic/src/learning/checkCandidate.ts';
import { primitive } from '../support/shorthand.ts';

const level = (at: number, properties: object = { known: true }) => ({ level: at, properties }) as never;

describe('levels that a learner proposes', () => {
  it.each([[[level(2)]], [[level(2), level(3)]], [[level(3), level(2)]]])('fill the gap: %j', proposed => {
    expect(() => checkFill(primitive('a 01'), 3, proposed)).not.toThrow();
  });

  it('may take the place of a level that holds nothing', () => {
    expect(() => checkFill(primitive('a 01-'), 1, [level(1)])).not.toThrow();
    expect(withDepths(primitive('a 01-'), primitive('a 1').depths).depths).toHaveLength(2);
  });

  test.each([
    ['nothing', 'a 01', 3, []],
    ['no list', 'a 01', 3, 'D2'],
    ['a level twice', 'a 01', 3, [level(2), level(2)]],
    ['a level that there is not', 'a 01', 3, [level(7)]],
    ['a level that is known', 'a 01', 3, [level(1), level(2)]],
    ['a level beyond what is asked', 'a 01', 2, [level(2), level(3)]],
    ['a level that is known, though cut off', 'a 013', 3, [level(2), level(3)]],
    ['a level above a hole', 'a 01', 3, [level(3)]],
    ['a level without content', 'a 01', 3, [level(2, {})]],
  ])('are refused: %s', (_what, text, required, proposed) => {
    expect(() => checkFill(primitive(text), required as never, proposed as never)).toThrow(
      expect.objectContaining({ code: 'candidate_invalid' }),
    );
  });

  it('come too late where the gap is closed', () => {
    expect(() => checkFill(primitive('a 0123'), 3, [level(3)])).toThrow(expect.objectContaining({ code: 'gap_resolved' }));
  });
});

it.each([undefined, null, [], {}, 'text', { a: () => 1 }])('takes %j for no content', properties => {
  expect(() => requireContent('a', 1, properties)).toThrow('must carry content');
});
