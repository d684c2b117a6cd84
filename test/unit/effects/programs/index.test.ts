import { analyzeShell } from '@licet/effects';
import { FAMILIES, findDescriptor } from '../../../../packages/effects/src/programs/index.ts';
import type { CommandDescriptor, ProgramDescriptor } from '../../../../packages/effects/src/programs/descriptor.ts';
import { describe, expect, it } from 'vitest';
import { effectText, isEffect, place } from '../shell/effectText.ts';

/** Each descriptor once, under the names that share it. */
const programs: readonly (readonly [string, ProgramDescriptor])[] = [
  ...Map.groupBy(
    FAMILIES.flatMap(family => Object.entries(family)),
    ([, build]) => build,
  ),
].map(([build, names]) => [names.map(([name]) => name).join(' '), build()] as const);

const parts = (text: string): readonly string[] => text.split(';').map(part => part.trim());

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
  const { match = {}, notMatch = {}, summary } = descriptor;

  it('is summed up in one lower-case phrase', () => {
    expect(summary).toMatch(/^[a-z].*[^.]$/);
  });

  it('lists no spelling of an option twice', () => {
    const twice = spellings(descriptor).flatMap(names => names.filter((name, i) => names.indexOf(name) !== i));

    expect(twice).toEqual([]);
  });

  it.each(Object.entries({ ...match }))('%s → %s', (command, wanted) => {
    const effects = analyzeShell(command, place);

    const missing = parts(wanted).filter(part => !effects.some(effect => isEffect(effect, part)));
    expect({ command, missing, found: missing.length > 0 ? effects.map(effectText) : [] }).toEqual({
      command,
      missing: [],
      found: [],
    });
  });

  it.each(Object.entries({ ...notMatch }))('%s ↛ %s', (command, unwanted) => {
    const effects = analyzeShell(command, place);

    const found = effects.filter(effect => parts(unwanted).some(part => isEffect(effect, part))).map(effectText);
    expect({ command, found }).toEqual({ command, found: [] });
  });
});
