import { APPROVAL_CODE_BYTES, approvalCode, readApprovalCode } from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const random = fc.uint8Array({ minLength: APPROVAL_CODE_BYTES, maxLength: APPROVAL_CODE_BYTES });
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('approvalCode', () => {
  it('is read back however it is typed', () => {
    fc.assert(
      fc.property(random, bytes => {
        const code = approvalCode(bytes);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/u);
        const sloppy = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replace('-', ' ')} `;
        expect([readApprovalCode(code), readApprovalCode(sloppy)]).toEqual([code, code]);
      }),
    );
  });

  it('uses all 35 bits', () => {
    const codes = new Set(Array.from({ length: 32 }, (_, byte) => approvalCode(new Uint8Array(7).fill(byte))));

    expect(codes.size).toBe(32);
    expect(approvalCode(new Uint8Array(7).fill(32))).toBe(approvalCode(new Uint8Array(7)));
  });
});

describe('readApprovalCode', () => {
  it('finds every single wrong character', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 0, max: 7 }), fc.constantFrom(...Array.from(ALPHABET)), (bytes, at, wrong) => {
        const text = approvalCode(bytes).replace('-', '');
        fc.pre(text[at] !== wrong);
        expect(readApprovalCode(text.slice(0, at) + wrong + text.slice(at + 1))).toBeUndefined();
      }),
    );
  });

  it('finds two characters that changed places', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 7 }), (bytes, a, b) => {
        const text = Array.from(approvalCode(bytes).replace('-', ''));
        fc.pre(a < b && text[a] !== text[b]);
        [text[a], text[b]] = [text[b] as string, text[a] as string];
        expect(readApprovalCode(text.join(''))).toBeUndefined();
      }),
    );
  });

  it.each([
    '',
    '-',
    '1234-567',
    '1234-567YY',
    '1234-567U',
    '__proto__',
    '１２３４-567Y',
    '1234-567Y\u200b',
    'x'.repeat(1_000_000),
  ])('reads no code from `%s`', typed => {
    expect(readApprovalCode(typed)).toBeUndefined();
  });
});
