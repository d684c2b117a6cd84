import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { asserting, runSnippets, snippetsOf } from './support/snippets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).toSorted();
const snippets = sources.flatMap(file => snippetsOf(join(file)));
const failed = runSnippets(snippets);

describe('the examples in doc comments', () => {
  it('are there', () => {
    expect(snippets.length).toBeGreaterThan(60);
  });

  it('and one that says something else is found out', () => {
    expect(asserting('const a = 1; // => 2\na +\n  1; // => 3')).toBe(
      'const a = 1;\n__check((a), (2));\n__check((a +\n  1), (3));',
    );
    const wrong = { place: 'here:1', code: 'const a: number = 1; // => 2' };
    const right = { place: 'here:2', code: 'const a: number = 1; // => 1' };
    expect(runSnippets([wrong, right])).toEqual({ 'here:1': expect.stringContaining('expected 2, found 1') });
  });

  it.each(snippets.map(({ place }) => place))('run and say the truth: %s', place => {
    expect(failed[place]).toBeUndefined();
  });
});
