import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromText, isCut, toText } from '../../../../../packages/adapters/src/stores/postgres/text.ts';
import { cases } from '../../../../support/longRuns.ts';

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('\\', '\0', '\ud800', '\udc00', '0', 'u', '#', ':', 'a', '\u{1f600}')).map(parts => parts.join('')),
);

describe('toText', () => {
  it('leaves everyday names as they are', () => {
    for (const name of ['budget:calls:session:a', 'ä', '\u{1f600}', '', "' or 1=1 --"]) expect(toText(name)).toBe(name);
  });

  it('writes only what PostgreSQL takes, and reads it back', () => {
    fc.assert(
      fc.property(anything, text => {
        const written = toText(text);

        expect(written.includes('\0')).toBe(false);
        expect(written.isWellFormed()).toBe(true);
        if (text.length < 60) expect(fromText(written)).toBe(text);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it('keeps different texts different, whatever their length', () => {
    const long = fc.tuple(anything, fc.integer({ min: 0, max: 100 })).map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(long, long, (a, b) => {
        expect(toText(a) === toText(b)).toBe(a === b);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it('cuts what is too long for an index, and no short text looks like what was cut', () => {
    const cut = toText('\\'.repeat(5_000));

    expect(isCut(cut)).toBe(true);
    expect(Buffer.byteLength(toText('\uffff'.repeat(400)))).toBeLessThanOrEqual(1_200);
    expect(Buffer.byteLength(toText('\uffff'.repeat(401)))).toBeLessThanOrEqual(1_200);
    expect(toText(cut.slice(0, 300))).not.toBe(cut.slice(0, 300));
    expect(isCut(toText(cut.slice(0, 100)))).toBe(false);
    expect(fromText(toText('x'.repeat(5_000)))).toBe(`${'x'.repeat(200)}…`);
  });
});
