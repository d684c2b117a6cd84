import { array, assert, boolean, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, createPathMatcher, fileTarget, memoryFiles } from '@licet/effects/places';
import { globTarget } from '../../../../packages/effects/src/places/target.ts';
import { normalizePath } from '../../../../packages/effects/src/places/normalize.ts';
import { boundedCost } from '../../../support/boundedCost.ts';

const runs = process.env['LICET_FUZZ'] === undefined ? 2000 : 20_000;

const piece = constantFrom(
  '..',
  '.',
  '',
  '~',
  '$HOME',
  '${X}',
  'file:',
  '//',
  '\\',
  'C:',
  '\u0000',
  '\u202e',
  '\ud800',
  '*',
  '**',
  '?',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '!',
  '+',
  '@',
  ',',
  'proc',
  'self',
  'cwd',
  'root',
  'fd',
  '3',
  '.env',
  'src',
  'a b ',
  'e\u0301',
  '%2e',
  '%00',
  ':$DATA',
  'GIT~1',
  '\n',
  '-',
  '#',
  '[[:alpha:]]',
  '{a,b}',
  '..\\',
);
const text = oneof(
  array(piece, { maxLength: 12 }).map(parts => parts.join('/')),
  array(piece, { maxLength: 12 }).map(parts => parts.join('')),
  string({ unit: 'binary' }),
);
const files = memoryFiles({ '/w/.env': 'file', '/w/src/a': 'file', '/w/src/l': { link: '..' } });
const options = { cwd: '/w', home: '/home/u', env: { X: '/x' }, files };

describe('hostile paths', () => {
  test('every text ends in one absolute path or in a refusal', () => {
    assert(
      property(text, path => {
        const found = normalizePath(path, options);
        if (found.type === 'refusal') return;
        expect(found.lexical).toMatch(/^\/(?!.*\/\/)/);
        expect(found.lexical.split('/')).not.toContain('..');
        expect(found.lexical).not.toMatch(/[\u0000-\u001f\u202e]/);
        expect(normalizePath(found.lexical, { ...options, literal: true })).toMatchObject({ lexical: found.lexical });
      }),
      { numRuns: runs },
    );
  });

  test('every target is judged without an exception, and what is granted is never reached outside', () => {
    const deny = createPathMatcher(['**/.env*', '/etc/**'], { root: '/w', mode: 'restrict' });
    const allow = createPathMatcher(['src/**'], { root: '/w', mode: 'grant' });
    assert(
      property(text, boolean(), (path, recursive) => {
        for (const target of [fileTarget(path, { ...options, recursive }), globTarget(path, options)]) {
          if (target.type === 'refusal') continue;
          deny.touches(target, files);
          deny.touches(target);
          if (allow.covers(target, files)) expect(`${target.resolved}/`).toMatch(/^\/w\//);
        }
      }),
      { numRuns: runs },
    );
  });

  test('every pattern compiles or is refused, and matches in bounded time', () => {
    assert(
      property(text, text, (source, path) => {
        try {
          const pattern = compilePattern(source, { root: '/w', home: '/home/u', mode: 'restrict' });
          for (const alternative of pattern.alternatives.slice(0, 20)) alternative.matches(`/w/${path}`);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_pattern' });
        }
      }),
      { numRuns: runs },
    );
  });

  test.each([
    '*a'.repeat(2000),
    '**/a/'.repeat(800),
    '+(a|aa)'.repeat(20),
    '?(a)'.repeat(500),
    '[a-z]*'.repeat(600),
    '{a,b}'.repeat(9),
    '*'.repeat(4096),
  ])('the pattern %# of 4 kB is bounded', source => {
    const within = boundedCost();
    const target = globTarget(source, { cwd: '/w', files });
    const denied = createPathMatcher(['**/.env*', 'src/**'], { root: '/w', mode: 'restrict' });
    if (target.type === 'file') denied.touches(target, files);
    if (source.includes('?(')) {
      expect(() => createPathMatcher([source], { root: '/w', mode: 'restrict' })).toThrow('expected fewer groups');
      return;
    }
    const matcher = createPathMatcher([source], { root: '/w', mode: 'restrict' });
    matcher.match(`/w/${'a'.repeat(4000)}b`);
    matcher.match(`/w/${'a/'.repeat(2000)}b`);
    if (target.type === 'file') matcher.touches(target);
    within(400);
  });

  test('a thousand patterns cost little when none can match', () => {
    const sources = Array.from({ length: 1000 }, (_, at) => `pkg${at}/**/secret${at}*.key`);
    const within = boundedCost();
    const matcher = createPathMatcher(sources, { root: '/w', mode: 'restrict' });
    expect(matcher.match('/w/src/index.ts')).toEqual([]);
    within(40);
  });
});
