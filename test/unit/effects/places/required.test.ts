import { compilePattern, createPathMatcher } from '@licet/effects/places';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

const part = fc.constantFrom(
  'a',
  'B',
  'src',
  '.env',
  '*',
  '**',
  '?',
  '.',
  '{a,b}',
  '{x,/y}',
  'x{1..2}',
  '[ab]',
  '~',
  'a b',
  'e',
  ' ',
  '@(a|b)',
  '\\*',
  '*.pem',
  'é',
  '-',
);
const source = fc
  .array(fc.tuple(part, fc.constantFrom('', '/')), { minLength: 1, maxLength: 4 })
  .map(parts => parts.flat().join(''));
const path = fc
  .array(fc.constantFrom('a', 'b', 'B', 'src', '.env', 'x', 'y', 'x1', 'a b', 'k.pem', '*', '~', 'é', 'home', 'me', '-', 'a '), {
    minLength: 1,
    maxLength: 5,
  })
  .map(parts => `/${parts.join('/')}`);

describe('required text of a pattern', () => {
  it('never keeps a pattern from a path that it matches', () => {
    fc.assert(
      fc.property(
        source,
        fc.oneof(
          path,
          path.map(rest => `/project${rest}`),
          path.map(rest => `/home/me${rest}`),
        ),
        fc.constantFrom('grant', 'restrict'),
        fc.boolean(),
        (text, file, mode, caseFold) => {
          const anchors = { root: '/project', home: '/home/me', mode, caseFold } as const;
          let alternatives;
          try {
            ({ alternatives } = compilePattern(text, anchors));
          } catch {
            return;
          }
          const spelled = createPathMatcher([text], anchors).match(file).length > 0;

          if (alternatives.some(alternative => alternative.matches(file))) expect(spelled).toBe(true);
        },
      ),
      { numRuns: cases(2_000) },
    );
  });

  it.each([
    ['*.pem', '.pem'],
    ['~/.ssh/', '.ssh'],
    ['secrets.{json,yml}', 'secrets.'],
    ['src/../x', ''],
    ['./*', ''],
    ['**', ''],
    ['@(a|b)', ''],
    ['{a,b}', ''],
  ])('of `%s` is `%s`', (text, required) => {
    expect(compilePattern(text, { root: '/project', home: '/home/me', mode: 'restrict' }).required).toBe(required);
  });
});
