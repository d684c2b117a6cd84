import { compilePattern } from '@licet/effects/places';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { includesName, includesPath } from '../../../../packages/guards/src/judging/includesPath.ts';
import { cases } from '../../../support/longRuns.ts';

describe('a path pattern includes another one', () => {
  it.each([
    ['src/**', 'src/app/**', true],
    ['src/', 'src/app/main.ts', true],
    ['src/**', 'src/', true],
    ['**', 'src/**', true],
    ['src/app/**', 'src/**', false],
    ['src/**', 'src-old/**', false],
    ['src/**', 'src/*.ts', false],
    ['src/*', 'src/a.ts', false],
    ['**', '/etc/**', false],
    ['**', '~/.ssh/**', false],
    ['**', 'app', false],
    ['src/**', 'src/../etc/**', false],
    ['{a,b}/**', 'a/b', false],
  ])('%s, %s: %s', (wide, narrow, included) => {
    expect(includesPath(wide, narrow)).toBe(included);
  });

  it('only where every path of the one is one of the other, however the patterns are read', () => {
    const part = fc.constantFrom('a', 'b', '.a', 'a-b', '..', '.', '*', '**', '?', '{a,b}', '');
    const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join('/'));
    const name = fc
      .array(fc.constantFrom('a', 'b', '.a', 'a-b', 'c'), { minLength: 1, maxLength: 5 })
      .map(parts => `/w/${parts.join('/')}`);
    const matches = (source: string, path: string, mode: 'grant' | 'restrict'): boolean => {
      try {
        return compilePattern(source, { root: '/w', home: '/h', mode }).alternatives.some(each => each.matches(path));
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(pattern, pattern, name, fc.constantFrom('grant', 'restrict'), (wide, narrow, path, mode) => {
        if (includesPath(wide, narrow) && matches(narrow, path, mode)) expect(matches(wide, path, mode)).toBe(true);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it('and a name with a star at its end includes what begins like it', () => {
    expect([includesName('mcp__*', 'mcp__a*'), includesName('a*b', 'aab'), includesName('a', 'ab')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
