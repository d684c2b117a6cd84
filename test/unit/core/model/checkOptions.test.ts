import { InvariantError } from '@licet/core';
import { checkOptions, param, params } from '@licet/core/nodes';
import { describe, expect, it } from 'vitest';

const spec = params({
  text: param.optional(param.text({ most: 3 })),
  note: param.optional(param.text({ empty: true })),
  count: param.optional(param.number({ whole: true, min: 1, max: 9 })),
  share: param.optional(param.number({ above: 0, max: 1 })),
  on: param.optional(param.flag()),
  any: param.optional(param.scalar()),
  one: param.optional(param.choice(['a', 'b', 'c'])),
  list: param.optional(param.list(param.text())),
  bare: param.optional(param.list(param.text(), { empty: true })),
  map: param.optional(param.record(param.number())),
  deep: param.optional(param.object({ inner: param.text({ doc: 'what is inside' }) })),
  both: param.optional(param.list(param.either(param.text(), param.object({ pattern: param.text() })))),
  when: param.optional(param.condition()),
  match: param.optional(param.match()),
  time: param.optional(param.duration()),
  made: param.code<() => void>(),
});

function refusal(options: unknown): readonly [string, string, readonly (string | number)[]] {
  try {
    checkOptions('a_thing', spec, options);
  } catch (error) {
    if (error instanceof InvariantError) return [error.code, error.message, error.path];
    throw error;
  }
  throw new Error('expected it to refuse');
}

describe('checkOptions', () => {
  it('takes what is described', () => {
    const options = {
      text: 'abc',
      note: '',
      count: 9,
      share: 1,
      on: false,
      any: 7,
      one: 'c',
      list: ['x'],
      bare: [],
      map: { a: 1 },
      deep: { inner: 'x' },
      both: ['x', { pattern: 'y' }],
      when: () => true,
      match: { kind: 'bash' },
      time: '1.5h',
      made: () => undefined,
    };

    expect(() => checkOptions('a_thing', spec, options)).not.toThrow();
    expect(() => checkOptions('a_thing', spec, { text: undefined, time: 5 })).not.toThrow();
  });

  it.each([
    [null, '`AThing` needs a mapping of options, found `null`', []],
    [[], '`AThing` needs a mapping of options, found an empty list', []],
    [{ text: 'abcd' }, '`text` must be a text of at most 3 characters, found `abcd`', ['text']],
    [{ text: '' }, '`text` must be a text of at most 3 characters, found an empty text', ['text']],
    [{ count: 1.5 }, '`count` must be a whole number of at least 1 and of at most 9, found `1.5`', ['count']],
    [{ share: 0 }, '`share` must be a number above 0 and of at most 1, found `0`', ['share']],
    [{ share: Number.NaN }, '`share` must be a number above 0 and of at most 1, found `NaN`', ['share']],
    [{ on: 'yes' }, '`on` must be `true` or `false`, found `yes`', ['on']],
    [{ any: {} }, '`any` must be a text, a number or a flag, found an object', ['any']],
    [{ one: 'd' }, '`one` must be `a`, `b` or `c`, found `d`', ['one']],
    [{ list: 'x' }, '`list` must be a list of texts, found `x`', ['list']],
    [{ list: [] }, '`list` must be a list of texts, at least one, found an empty list', ['list']],
    [{ list: ['x', 7] }, '`list` must be a text, found `7`', ['list', 1]],
    [{ map: { a: 'x' } }, '`a` must be a number, found `x`', ['map', 'a']],
    [{ deep: {} }, '`deep` needs `inner`: what is inside', ['deep', 'inner']],
    [{ both: [7] }, '`both` must be a text or a mapping of `pattern`, found `7`', ['both', 0]],
    [{ both: [{ patern: 'x' }] }, '`both` has no option `patern`, did you mean `pattern`?', ['both', 0, 'patern']],
    [{ match: 'x' }, /^`match` must be a match with `kind`, .*, found `x`$/, ['match']],
    [{ time: '15' }, /^`time` must be a duration such as .*, found `15`$/, ['time']],
    [{ time: -1 }, /^`time` must be a duration such as .*, found `-1`$/, ['time']],
  ])('refuses %j', (options, message, path) => {
    const [code, said, where] = refusal(options);

    expect(code).toBe(/has no option/.test(said) ? 'unknown_option' : 'invalid_param');
    expect(said).toMatch(message);
    expect(where).toEqual(path);
  });
});
