import { describe, expect, it, test } from 'vitest';
import { OptionIndex, isLooking } from '../../../../../packages/effects/src/shell/calls/commandLine.ts';

const index = new OptionIndex(
  { '-n --dry-run': 'flag', '--output -o': 'write', '--outline': 'flag' },
  { '--help': 'flag' },
  undefined,
);

describe('options of a program', () => {
  it('are found by each of their spellings, under their first', () => {
    expect(index.exact('--dry-run')?.name).toBe('-n');
    expect(index.exact('-o')).toMatchObject({ name: '--output', spelling: '-o', spec: { value: 'write' } });
    expect(index.exact('--none')).toBeUndefined();
  });

  it('are found by the beginning of a long name, if only one begins so', () => {
    expect(index.long('--dry')?.name).toBe('-n');
    expect(index.long('--outp')?.name).toBe('--output');
    expect(index.long('--out')).toBeUndefined();
    expect(index.long('--')).toBeUndefined();
    expect(index.long('--none')).toBeUndefined();
  });

  it('only look by whichever spelling asks for it, unless they take a value', () => {
    expect([index.exact('-n')?.looks, index.exact('--help')?.looks, index.exact('-o')?.looks]).toEqual([true, true, false]);
    expect(new OptionIndex({ '--plan': 'read' }).exact('--plan')?.looks).toBe(false);
  });
});

test.each([
  ['--dry-run', true],
  ['-WhatIf', true],
  ['--help', true],
  ['--force', false],
  ['--planet', false],
  ['help', false],
])('%s only looks: %s', (option, yes) => {
  expect(isLooking(option)).toBe(yes);
});
