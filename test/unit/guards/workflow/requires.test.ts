import { PolicyEngine, memorySessions } from '@licet/core';
import { Requires } from '@licet/guards';
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

  it('needs the name of a fact', () => {
    expect(() => Requires('')).toThrow('`fact` must be a text, found an empty text');
  });
});
