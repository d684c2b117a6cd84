import { readGraphYaml } from '@licet/epistemic/yaml';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readPlainJson } from '../../../../packages/epistemic/src/exchange/plainJson.ts';

describe('readPlainJson', () => {
  it('reads every map that JSON can write, also with colons and quotes in its texts', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (map, indent) => {
        const text = JSON.stringify(map, null, indent);
        expect(readPlainJson(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(readPlainJson('{"a\\":b": "c:\\\\", "d": [{"e:": ":"}]}')).toEqual({ 'a":b': 'c:\\', d: [{ 'e:': ':' }] });
  });

  it.each([
    '{"a": 1, "a": 2}',
    '{"a": {"b": 1, "b": 1}}',
    '{"a": [{"b": 1}, {"c": 1, "c": 2}]}',
    '{"__proto__": 1, "__proto__": 2}',
  ])('leaves a map with a key that is there twice to the reader of YAML: %s', text => {
    expect(readPlainJson(text)).toBeUndefined();
  });

  it.each(['a: 1', '', '[1]', '{a: 1}', '{"a": 1', '"{"', `${'{"a":'.repeat(20_000)}1`])(
    'leaves what is no map in JSON: %s',
    text => {
      expect(readPlainJson(text)).toBeUndefined();
    },
  );

  it('reads a map that is nested deeply', () => {
    const text = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;

    expect(readPlainJson(text)).toBeDefined();
  });

  it('leaves it to the reader of YAML to say which key is there twice', () => {
    const twice = '{"version": 1, "primitives": [{"name": "a", "name": "b"}]}';

    expect(() => readGraphYaml(twice)).toThrow(/unique/u);
  });
});
