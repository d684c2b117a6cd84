import { FAMILIES, findDescriptor } from '../../../../packages/effects/src/programs/index.ts';
import type { CommandDescriptor } from '../../../../packages/effects/src/programs/descriptor.ts';
import { describe, expect, it } from 'vitest';

/** Each descriptor once, under the names that share it. */
const programs: readonly (readonly [string, CommandDescriptor])[] = [
  ...Map.groupBy(
    FAMILIES.flatMap(family => Object.entries(family)),
    ([, build]) => build,
  ),
].map(([build, names]) => [names.map(([name]) => name).join(' '), build()] as const);

describe('findDescriptor', () => {
  it('knows every name in one family only', () => {
    const names = FAMILIES.flatMap(family => Object.keys(family));

    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('returns nothing for a name that no family knows, inherited properties included', () => {
    expect(['no_such_program', 'constructor', '__proto__', ''].map(findDescriptor)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

function spellings({ options = {}, subcommands = {} }: CommandDescriptor): readonly (readonly string[])[] {
  const own = Object.keys(options).flatMap(key => key.split(' '));
  return [own, ...Object.values(subcommands).flatMap(build => spellings(build()))];
}

describe.each(programs)('%s', (_, descriptor) => {
  it('lists no spelling of an option twice', () => {
    const twice = spellings(descriptor).flatMap(names => names.filter((name, i) => names.indexOf(name) !== i));

    expect(twice).toEqual([]);
  });
});
