import { describe, expect, it } from 'vitest';
import type { CommandLine, GivenOption } from '../../../../../packages/effects/src/shell/calls/commandLine.ts';
import { hasOption, joinLines, valuesOf } from '../../../../../packages/effects/src/shell/calls/commandLine.ts';
import { literal } from '../../../../../packages/effects/src/shell/words/field.ts';

const given = (name: string, spelling: string = name, ...values: readonly string[]): GivenOption => ({
  option: { name, spelling, spec: {}, looks: false },
  values: values.map(value => ({ use: 'text', field: literal(value) })),
});
const line = (...options: readonly GivenOption[]): CommandLine => ({
  given: options,
  operands: [],
  unlisted: [],
  loose: [],
  behind: [],
});

describe('the options of a call', () => {
  const call = line(given('--output', '-o', 'a'), given('--output', '--out', 'b'), given('-v'));

  it('are there by their name or by the spelling that was given', () => {
    expect(['--output', '-o', '--out', '-v'].every(name => hasOption(call, name))).toBe(true);
    expect(hasOption(call, '--verbose')).toBe(false);
  });

  it('have all values that were given, in order', () => {
    expect(valuesOf(call, '--output').map(({ text }) => text)).toEqual(['a', 'b']);
    expect(valuesOf(call, '-o').map(({ text }) => text)).toEqual(['a']);
    expect(valuesOf(call, '-v')).toEqual([]);
  });
});

describe('the levels of a call as one line', () => {
  it('have the options of all levels', () => {
    const joined = joinLines([{ ...line(given('-a')), loose: [literal('x')] }], {
      ...line(given('-b')),
      operands: [literal('y')],
    });

    expect(joined.given.map(({ option }) => option.name)).toEqual(['-a', '-b']);
    expect([joined.loose.length, joined.operands.length]).toEqual([1, 1]);
  });

  it('forget a looking option that a later word takes back, and keep one that is given again after it', () => {
    const off = { ...given('--dry-run'), isTakenBack: true } as const;

    expect(joinLines([line(given('--dry-run'))], line(off)).given).toEqual([]);
    expect(hasOption(joinLines([line(off)], line(given('--dry-run'))), '--dry-run')).toBe(true);
  });
});
