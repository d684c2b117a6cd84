import { describe, expect, it } from 'vitest';

import { literal } from '../../../../../packages/effects/src/shell/words/field.ts';
import { concat, emptyStream, opaque, unseen } from '../../../../../packages/effects/src/shell/words/stream.ts';

describe('two streams, one after the other', () => {
  it('say all that both say', () => {
    expect(concat({ text: 'a', origins: ['file'] }, { text: 'b', origins: ['secret'] })).toEqual({
      text: 'ab',
      origins: ['file', 'secret'],
    });
  });

  it('are the other where one holds nothing', () => {
    const secret = opaque('secret');

    expect(concat(emptyStream, secret)).toBe(secret);
    expect(concat(secret, emptyStream)).toBe(secret);
  });

  it('keep where the data came from when the text is lost', () => {
    expect(concat({ text: 'a', origins: ['secret'] }, opaque('network'))).toEqual({ origins: ['secret', 'network'] });
  });

  it('never end where one of them does not', () => {
    expect(concat({ origins: [], isEndless: true }, { text: 'a', origins: [] })).toEqual({ origins: [], isEndless: true });
  });

  it('are not kept as text beyond a length', () => {
    const half = { text: 'a'.repeat(40_000), origins: [] };

    expect(concat(half, half)).toEqual({ origins: [] });
  });

  it('name all files where both are lists of names', () => {
    const of = (name: string) => ({ paths: [literal(name)], origins: [] });

    expect(concat(of('a'), of('b')).paths?.map(({ text }) => text)).toEqual(['a', 'b']);
  });
});

it('is unseen without what it says, but with where it came from', () => {
  expect(unseen({ text: 'a', file: '/a', origins: ['secret'] })).toEqual({ origins: ['secret'] });
});
