import { createHash } from 'node:crypto';

import { sha256 } from '@licet/core/text';
import { describe, expect, it } from 'vitest';

const host = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

describe('sha256', () => {
  it('agrees with the host for every length from 0 to 200', () => {
    for (let length = 0; length <= 200; length++) expect(sha256('a'.repeat(length))).toBe(host('a'.repeat(length)));
  });

  it('agrees with the host on a megabyte and on text of every plane', () => {
    for (const text of ['é€😀\0\u202e'.repeat(99), 'x'.repeat(1_000_000)]) expect(sha256(text)).toBe(host(text));
  });
});
