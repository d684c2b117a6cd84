import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { keepShape, shapedBy, withhold } from '../../../../packages/adapters/src/runtimes/output.ts';

const WITHHELD = '[REDACTED:unscanned]';

describe('changed texts in an output of the same shape', () => {
  test.each([
    ['a', 'b', 'b'],
    ['a', 1, WITHHELD],
    [1, 'b', 0],
    [true, undefined, true],
    [null, 'b', null],
    [['a', 'b'], ['x'], ['x', WITHHELD]],
    // More than there was: none of it can be believed.
    [['a'], ['x', 'y'], [WITHHELD]],
    [
      { a: 'a', b: 'b' },
      { a: 'x', c: 'c' },
      { a: 'x', b: WITHHELD },
    ],
    [{ a: ['a'] }, { a: { 0: 'x' } }, { a: [WITHHELD] }],
  ])('%j with %j is %j', (original, changed, kept) => {
    expect(keepShape(original, changed)).toEqual(kept);
  });

  it('are withheld as a whole with no text of the original left', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 3 }).map(text => `secret-${text}`)), texts => {
        expect(JSON.stringify(withhold({ texts, nested: [{ texts }] }))).not.toContain('secret-');
      }),
    );
  });

  it('are one text where the output cannot even be walked through', () => {
    const circle: unknown[] = [];
    circle.push(circle);

    expect(withhold(circle)).toBe(WITHHELD);
  });
});

describe('an output that is shaped', () => {
  const shaped = (shape: (value: unknown) => unknown) => shapedBy({ shape, meets: () => true } as never, 'original', {});

  it('stays as it is where nothing was found', async () => {
    await expect(shaped(() => ({ output: 'other', rules: [] }))).resolves.toEqual({
      rules: [],
      changed: false,
      replacement: 'original',
    });
  });

  it('is what is left of it, in its own shape', async () => {
    await expect(shaped(() => ({ output: 'x', rules: ['r'] }))).resolves.toEqual({
      rules: ['r'],
      changed: true,
      replacement: 'x',
    });
  });

  it('is withheld where the shaper fails', async () => {
    const failing = (): never => {
      throw new Error('no');
    };

    await expect(shaped(failing)).resolves.toEqual({ rules: ['unscanned'], changed: true, replacement: WITHHELD });
  });
});
