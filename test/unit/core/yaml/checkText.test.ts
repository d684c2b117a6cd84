import { describe, expect, it, test } from 'vitest';

import { MAX_POLICY_LENGTH, checkText } from '../../../../packages/core/src/yaml/checkText.ts';

describe('a policy as text', () => {
  test.each(['', 'version: 1\n\tx\r\n', 'é 漢字 😀', 'क्‍ष'])('%j is fine', text => {
    expect(checkText(text, undefined)).toBeUndefined();
  });

  test.each([
    ['a\u202eb', 'U+202E'],
    ['a\u200bb', 'U+200B'],
    ['a\u200cb', 'U+200C'],
    ['a\u0000b', 'U+0000'],
    ['a\u2028b', 'U+2028'],
    ['a\u{e0041}b', 'U+E0041'],
    ['\ufeffa', 'U+FEFF'],
  ])('%j hides something from a reviewer', (text, code) => {
    expect(checkText(text, undefined)?.message).toContain(code);
  });

  it('says where, in lines and columns', () => {
    expect(checkText('a: 1\nb: \u202e', 'p.yaml')).toMatchObject({ file: 'p.yaml', line: 2, column: 4 });
  });

  it('must have been UTF-8', () => {
    expect(checkText('a\ufffd', undefined)).toMatchObject({ code: 'unreadable', message: expect.stringContaining('UTF-8') });
    expect(checkText('a\ud800', undefined)).toMatchObject({ message: expect.stringContaining('UTF-8') });
  });

  it('must not be too long', () => {
    expect(checkText('a'.repeat(MAX_POLICY_LENGTH), undefined)).toBeUndefined();
    expect(checkText('a'.repeat(MAX_POLICY_LENGTH + 1), undefined)?.message).toContain('at most');
  });
});
