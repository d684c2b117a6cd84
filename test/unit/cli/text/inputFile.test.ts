import { expect, it } from 'vitest';

import { inputPath, isStdin } from '@licet/core/command';
import { readInputFile, readNamedFile } from 'licet/source/text/inputFile.ts';

it('finds a file from where the command was typed, and standard input in that folder', () => {
  expect(inputPath('a.yaml', '/p')).toBe('/p/a.yaml');
  expect(inputPath('/x/a.yaml', '/p')).toBe('/x/a.yaml');
  expect([isStdin(inputPath('-', '/p')), isStdin('/p/-'), isStdin('/p/a')]).toEqual([true, false, false]);
});

it('reads a file, or says in whose place it cannot be read', () => {
  const self = new URL(import.meta.url).pathname;

  expect(readInputFile(self)).toContain('reads a file');
  expect(readNamedFile(self, 'the policy')).toBe(readInputFile(self));
  expect(() => readNamedFile('/there/is/none', 'the policy')).toThrow('the policy `/there/is/none` cannot be read (ENOENT)');
});
