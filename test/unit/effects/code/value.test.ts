import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  ANY_NAME,
  asPattern,
  baseName,
  choose,
  concatenate,
  foldBy,
  folderName,
  fromRoot,
  hiddenValue,
  isHidden,
  namesBy,
  notFollowed,
  optionsOf,
  ownValue,
  reference,
  repeated,
  text,
  textOf,
  unknownValue,
} from '../../../../packages/effects/src/code/value.ts';

describe('one value for several', () => {
  it('is the value where there is one, and each of them once', () => {
    expect(choose([text('a')])).toEqual(text('a'));
    expect(choose([text('a'), choose([text('b'), text('a')])])).toEqual({ type: 'choice', options: [text('a'), text('b')] });
    expect(choose([])).toBe(unknownValue);
  });

  it('never forgets a reference, however many there are', () => {
    const many = Array.from({ length: 40 }, (_, at) => text(`t${at}`));

    expect(optionsOf(choose([...many, reference('fs.rm')]))).toEqual([reference('fs.rm'), unknownValue]);
  });
});

describe('text that is put together', () => {
  it('means each combination', () => {
    expect(optionsOf(concatenate([choose([text('a'), text('b')]), { type: 'number', value: 1 }])).map(textOf)).toEqual([
      'a1',
      'b1',
    ]);
    expect(concatenate([])).toEqual(text(''));
  });

  it('keeps what is known of it, and is hidden where a part is', () => {
    expect(concatenate([text('/a/'), unknownValue])).toEqual({ type: 'unknown', like: `/a/${ANY_NAME}` });
    expect(isHidden(concatenate([text('/a/'), hiddenValue]))).toBe(true);
  });

  it('is not kept beyond a length, nor for too many combinations', () => {
    const long = text('x'.repeat(100_000));
    const many = choose(Array.from({ length: 10 }, (_, at) => text(String(at))));

    expect(concatenate([long, long])).toBe(unknownValue);
    expect(concatenate([many, many]).type).toBe('unknown');
  });
});

describe('what a function makes that is not followed', () => {
  test.each([
    ['of constants', [text('a'), { type: 'number', value: 1 }], true],
    ['of a list of constants', [{ type: 'list', items: [text('a')] }], true],
    ['of nothing', [], false],
    ['of what is not known', [text('a'), unknownValue], false],
    ['of what the code defines', [text('a'), ownValue], false],
    ['of what is hidden', [unknownValue, hiddenValue], true],
  ] as const)('%s is hidden: %s', (_of, values, hidden) => {
    expect(isHidden(notFollowed(values))).toBe(hidden);
  });
});

describe('a function of constant texts', () => {
  const table = { up: ([one = '']: readonly string[]) => text(one.toUpperCase()), none: () => undefined };

  it('gives all that it may give', () => {
    expect(foldBy(table, 'up', [choose([text('a'), text('b')])])).toEqual(choose([text('A'), text('B')]));
  });

  it('gives nothing for what is not constant, for what it cannot do, and by a name that every object has', () => {
    expect([foldBy(table, 'up', [unknownValue]), foldBy(table, 'none', [text('a')]), foldBy(table, 'toString', [])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('does not repeat a text beyond a length', () => {
    expect(repeated('ab', 2)).toEqual(text('abab'));
    expect([repeated('a', 1e9), repeated('a', -1), repeated('a', Number.NaN)]).toEqual([undefined, undefined, undefined]);
  });
});

describe('parts of paths', () => {
  it('are names and folders', () => {
    expect(
      [baseName(['/a/b']), baseName(['b']), folderName('.')(['/a']), folderName('.')(['a'])].map(value => textOf(value)),
    ).toEqual(['b', 'b', '/', '.']);
    expect(fromRoot(['a', '/b', 'c', '/d', 'e'])).toEqual(['/d', 'e']);
    expect(fromRoot(['a', 'b'])).toEqual(['a', 'b']);
  });

  it('that are not known become a pattern of files', () => {
    expect(asPattern(namesBy('src/*/*/[ab]?.ts'))).toBe('src/**/**.ts');
    fc.assert(fc.property(fc.stringMatching(/^[a-z/.]*$/), path => asPattern(namesBy(path)) === path));
  });
});
