import { formatPolicy } from '@licet/core/yaml';
import { packs } from '@licet/guards';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

describe('a formatted policy', () => {
  it.each(Object.entries(packs))('says the same, and does not change again: %s', (_name, source) => {
    const once = formatPolicy(source);

    expect(parse(once)).toEqual(parse(source));
    expect(formatPolicy(once)).toBe(once);
    expect(once.match(/#.*/gu)).toEqual(source.match(/#.*/gu));
  });

  it('keeps anchors and long texts as they are understood', () => {
    const source = `a: &x { b: 1 }\nc: *x\nd: |\n  one\n  two\ne: ${'word '.repeat(60)}\n`;

    expect(parse(formatPolicy(source))).toEqual(parse(source));
  });

  it('keeps the blanks and the empty lines inside of a text', () => {
    for (const source of ['a: |\n  x  \n\n\n\n  y\n', 'a: "x  \\n\n\n\n\n  y"\n', 'a: |+\n  x\n\n\n\nb: 1\n'])
      expect(parse(formatPolicy(source))).toEqual(parse(source));
  });

  it('has a space inside of braces and none inside of brackets', () => {
    const long = `a: [${Array.from({ length: 30 }, (_, index) => `entry-${index}`).join(', ')}]\n`;

    expect(formatPolicy('a: [ b, [c ], [], {d: [ "[ e ]" ]} ] # [ f ]\n')).toBe('a: [b, [c], [], { d: ["[ e ]"] }] # [ f ]\n');
    expect(formatPolicy('a: [ # why\n  b ]\n')).toContain('# why');
    expect(formatPolicy(formatPolicy(long))).toBe(formatPolicy(long));
    expect(parse(formatPolicy(long))).toEqual(parse(long));
  });

  it('is refused for what is no YAML', () => {
    expect(() => formatPolicy('a: [')).toThrow(/the policy is no YAML/u);
  });
});
