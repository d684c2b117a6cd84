import type { Action } from '@licet/core';
import { describe, expect, it, test } from 'vitest';

import { importsOf, writtenTexts } from '../../../../packages/guards/src/boundary/imports.ts';

describe('the modules that a text imports', () => {
  test.each([
    ["import a from 'x'; import 'y'", 'a.ts', ['x', 'y']],
    ["export { a } from './b.ts'", 'a.ts', ['./b.ts']],
    ["const a = require ( 'x' ); import('y')", 'a.js', ['x', 'y']],
    ['import(`./z`)', 'a.js', ['./z']],
    ['import os, a.b as c', 'a.py', ['os', 'a/b']],
    ['from . import a, b as c', 'a.py', ['./a', './b']],
    ['from ..x import (y,', 'a.py', ['../x', '../x/y']],
    ['# from x import y', 'a.py', []],
    ['', 'a.ts', []],
  ])('%j in %s', (text, path, names) => {
    expect(importsOf(text, path)).toEqual(names);
  });

  it('are found fast in a text that is made to be slow', () => {
    expect(importsOf(`from${' '.repeat(200_000)}x`, 'a.ts')).toEqual([]);
  });
});

describe('the texts that an action writes to a file', () => {
  const texts = (payload: Record<string, unknown>): readonly string[] =>
    writtenTexts({ kind: 'write', sessionId: 's', payload } satisfies Action, '/p/src/a.ts');

  it('stand in whatever field its tool has, and in each edit', () => {
    expect(texts({ content: '1', new_string: '2', edits: [{ newText: 'x' }, { new_str: '3' }, null, 4] })).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(texts({ content: 1 })).toEqual([]);
  });

  it('are the lines that a patch adds to that very file', () => {
    const patch = '+++ b/src/a.ts\n+one\n-old\n+++ b/src/b.ts\n+two\n*** Update File: ./src/a.ts\n+three';

    expect(texts({ patch })).toEqual(['one\nthree']);
  });

  it('are all of a command, without its quotes', () => {
    const [plain = ''] = texts({ command: `echo "import '\\"'\\"'x'" > a` });

    expect(plain).toContain('import');
    expect(texts({ command: `printf 'a\\nimport x'` }).some(text => /^import x/m.test(text))).toBe(true);
  });
});
