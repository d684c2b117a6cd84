import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { runSnippets, snippetsOf } from './support/snippets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).toSorted();
const snippets = sources.flatMap(file => snippetsOf(join(file)));
const failed = runSnippets(snippets);

describe('the examples in doc comments', () => {
  it('are there', () => {
    expect(snippets.length).toBeGreaterThan(30);
  });

  it.each(snippets.map(({ place }) => place))('run and say the truth: %s', place => {
    expect(failed[place]).toBeUndefined();
  });
});
