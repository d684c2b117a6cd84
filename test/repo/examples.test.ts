import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { blocksIn, toModule } from './examples.ts';
import { ROOT, SOURCES, files, read } from './source.ts';

const FOLDER = join(ROOT, 'test', '.examples');

/** Blocks of the guide go on from each other; everywhere else a block stands alone. */
const documents = ['README.md', ...files('docs', '.md')].map(path => ({
  path,
  blocks: blocksIn(read(path), false).filter(({ code }) => /^import /mu.test(code)),
}));

const examples = [
  ...SOURCES.map(({ path, text }) => ({ path, blocks: blocksIn(text, true) })),
  ...documents.filter(({ path }) => !path.startsWith('docs/guide/')),
].flatMap(({ path, blocks }) => blocks.map(block => ({ ...block, place: `${path}:${block.line}` })));

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('every example in the documentation runs and says the truth', () => {
  it('and there are examples', () => {
    expect(examples.length).toBeGreaterThan(60);
  });

  it('and an example that says something else is found out', () => {
    expect(toModule('const a = 1; // => 2\na +\n  1; // => 3')).toContain('expectOfExample(a).toEqual(2);');
    expect(toModule('a +\n  1; // => 3')).toContain('expectOfExample(a +\n  1).toEqual(3);');
  });

  for (const [index, { place, code }] of examples.entries()) {
    it(place, async () => {
      const file = join(FOLDER, `example${index}.ts`);
      writeFileSync(file, `// @ts-nocheck\n${toModule(code)}`);

      await import(/* @vite-ignore */ pathToFileURL(file).href);
    });
  }
});
