import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expandGlob } from '../../../../packages/effects/src/places/reach.ts';
import { nodeFiles } from '../../../../packages/effects/src/places/nodeFiles.ts';

const bash = ((): string | undefined => {
  try {
    return execFileSync('bash', ['-c', 'echo $BASH_VERSION'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
})();

const names = [
  'a',
  'b',
  'ab',
  '.a',
  '.env',
  'a.ts',
  'b.ts',
  'ab.ts',
  'a-b',
  '[a]',
  'sub/a',
  'sub/.b',
  'sub/ab.ts',
  'sub/deep/a',
  'A',
];
let root = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-glob-')));
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '');
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What bash makes of patterns: one process for all of them. */
function inBash(patterns: readonly string[]): readonly (readonly string[])[] {
  const script = `cd "$1" && shift && shopt -s nullglob extglob && for p in "$@"; do IFS=; for f in $p; do printf '%s\\0' "$f"; done; printf '\\n\\0'; done`;
  const output = execFileSync('bash', ['-c', script, 'bash', root, ...patterns], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  return output
    .split('\n\0')
    .slice(0, -1)
    .map(part => part.split('\0').filter(text => text !== ''));
}

const piece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]', '[a-c]', 'ts', 'sub', '-', 'A', '[[:upper:]]', '@(a|b)');
const part = fc.array(piece, { minLength: 1, maxLength: 4 }).map(pieces => pieces.join(''));
const pattern = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map(parts => parts.join('/'))
  .filter(text => /[*?[(]/.test(text) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text) && !text.includes('**'));

describe('expandGlob', () => {
  it.skipIf(bash === undefined)(`finds every file that bash finds (bash ${bash ?? 'is not installed'})`, () => {
    const patterns = fc.sample(pattern, { numRuns: 1_500, seed: 20_261_120 });
    const wanted = inBash(patterns);
    const missed = patterns.flatMap((each, index) => {
      const found = new Set(expandGlob(`${root}/${each}`, nodeFiles()).paths);
      return (wanted[index] ?? [])
        .map(name => join(root, name))
        .filter(path => !found.has(path))
        .map(path => `${each} → ${path}`);
    });

    expect(wanted.flat().length).toBeGreaterThan(100);
    expect(missed).toEqual([]);
  });
});
