import { describe, expect, it, test } from 'vitest';

import { namesOf, searched, searches, textsOf } from '../../../../packages/effects/src/programs/searches.ts';
import { callOf } from './callOf.ts';

describe('the names that an expression matches', () => {
  test.each([
    [String.raw`^a\.ts$`, ['a.ts']],
    [String.raw`\.ts$`, ['*.ts']],
    ['test', ['*test*']],
    ['^a.*b$', ['a*b']],
    ['(a|b)', ['*']],
  ])('%s', (source, names) => {
    expect(namesOf(source)).toEqual(names);
  });

  it('are those of secrets where it is made for them and only for them', () => {
    expect(namesOf(String.raw`^\.env(\.local)?$`)).toEqual(['.env', '.env.local']);
  });
});

describe('a search', () => {
  it('looks through the folders after its pattern, or the current one', () => {
    expect(searched(callOf(['rg'], ['x', 'src']), false).map(({ text }) => text)).toEqual(['src']);
    expect(searched(callOf(['rg'], ['src']), true).map(({ text }) => text)).toEqual(['src']);
    expect(searched(callOf(['rg'], ['x']), false).map(({ text }) => text)).toEqual(['.']);
  });

  it('reads what name patterns leave of a tree, with a leading dot too', () => {
    const value = (names: readonly string[]) =>
      searches([{ text: 'a[b]/', glob: false }], names, undefined).map(
        finding => (finding as { value: { text: string } }).value.text,
      );

    expect(value(['*.ts'])).toEqual([String.raw`a\[b\]/**/{*.ts,.*.ts}`]);
    expect(value(['x/y'])).toEqual([String.raw`a\[b\]/x/y`]);
    expect(searches([{ text: '.', glob: false }], ['*'], undefined)).toMatchObject([{ use: { recursive: true } }]);
  });

  it('has the texts of several options in one list', () => {
    expect(textsOf(callOf(['rg'], [], { '-g': ['a'], '-e': ['b', 'c'] }), '-g', '-e', '-x')).toEqual(['a', 'b', 'c']);
  });
});
