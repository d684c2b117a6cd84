import { compilePattern } from '@licet/effects/places';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { includesName, includesPath } from '../../../../packages/guards/src/judging/includesPath.ts';
import { cases } from '../../../support/longRuns.ts';

describe('a path pattern includes another one', () => {
  it.each([
    ['src/**', 'src/app/**', true, true],
    ['src/', 'src/app/main.ts', true, true],
    ['src/**', 'src/', true, true],
    ['**', 'src/**', true, true],
    ['src/app/**', 'src/**', false, false],
    ['src/**', 'src-old/**', false, false],
    ['src/**', 'src/*.ts', true, true],
    ['src/*', 'src/a.ts', false, true],
    ['*.ts', 'src/a.ts', false, true],
    ['../**', 'src/**', true, true],
    ['**', '/etc/**', false, true],
    ['**', '~/.ssh/**', false, true],
    ['/**', '~/.ssh/**', true, true],
    ['**', 'app', true, true],
    ['/*/?', '..', false, false],
    ['*.pem', '/etc/a.pem', false, true],
    ['src/**', 'src/../etc/**', false, false],
    ['{a,b}/**', 'a/b', true, true],
    ['[ab]/**', 'a/b', false, false],
    ['**', '', false, false],
  ])('%s, %s: to grant %s, to restrict %s', (wide, narrow, grants, restricts) => {
    expect([includesPath('grant')(wide, narrow), includesPath('restrict')(wide, narrow)]).toEqual([grants, restricts]);
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
      fc.property(
        pattern,
        pattern,
        name,
        fc.constantFrom<('grant' | 'restrict')[]>('grant', 'restrict'),
        (wide, narrow, path, mode) => {
          if (includesPath(mode)(wide, narrow) && matches(narrow, path, mode)) expect(matches(wide, path, mode)).toBe(true);
        },
      ),
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
