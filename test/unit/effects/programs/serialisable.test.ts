import { expect, test } from 'vitest';

import type { CommandDescriptor } from '../../../../packages/effects/src/programs/descriptor.ts';
import { FAMILIES } from '../../../../packages/effects/src/programs/index.ts';

/** How many functions descriptors hold, because no rule says what they do. The number may only fall. */
const MOST_FUNCTIONS = 70;

/** How many descriptors hold any. The number may only fall. */
const MOST_WITH_FUNCTIONS = 72;

/** A descriptor and those of its subcommands, which are built when they are looked up. */
function partsOf({ subcommands = {}, ...own }: CommandDescriptor): readonly Omit<CommandDescriptor, 'subcommands'>[] {
  return [own, ...Object.values(subcommands).flatMap(build => partsOf(build()))];
}

/** What JSON does not keep of a value: functions, and expressions in another form than their source. */
function lostIn(value: unknown): readonly string[] {
  if (typeof value === 'function' || value instanceof RegExp) return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(lostIn) : [];
}

const programs = [...new Set(FAMILIES.flatMap(family => Object.values(family)))].map(build => partsOf(build()));
const isPlain = (parts: (typeof programs)[number]): boolean => lostIn(parts).length === 0;

test('a descriptor without functions is the same after JSON', () => {
  for (const parts of programs.filter(isPlain)) expect(JSON.parse(JSON.stringify(parts))).toEqual(parts);
});

test('no descriptor holds a regular expression', () => {
  expect(programs.flatMap(lostIn).filter(text => text.startsWith('/'))).toEqual([]);
});

test('functions in descriptors become fewer', () => {
  expect(new Set(programs.flatMap(lostIn)).size).toBeLessThanOrEqual(MOST_FUNCTIONS);
  expect(programs.filter(parts => !isPlain(parts)).length).toBeLessThanOrEqual(MOST_WITH_FUNCTIONS);
});
