import { analyzeShell } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, test } from 'vitest';

import { effectText } from '../effectText.ts';

const files = memoryFiles({
  '/w': 'folder',
  '/w/src': 'folder',
  '/w/src/a.ts': 'file',
  '/w/lib': 'folder',
  '/w/lib/one': 'folder',
  '/w/lib/two': 'folder',
  '/home/u/.licet/run/0a': 'folder',
  '/home/u/.licet/run/0a/token': 'file',
});
const place = { cwd: '/w', root: '/w', home: '/home/u', env: {}, files };
const readsOf = (command: string): readonly string[] =>
  analyzeShell(command, place)
    .filter(({ kind }) => kind === 'read')
    .map(effectText);

describe('a folder that a pattern names', () => {
  test.each([
    ['cd s* && cat a.ts', 'read /w/src/a.ts'],
    ['pushd s*/ && cat a.ts', 'read /w/src/a.ts'],
    ['cd ~/.l*t/run/* && cat token', 'read /home/u/.licet/run/0a/token #secret'],
    ['cd ~/.licet/run && cd * && cat token', 'read /home/u/.licet/run/0a/token #secret'],
  ])('is entered where it is the only one: %s', (command, read) => {
    expect(readsOf(command)).toContain(read);
  });

  test.each(['cd lib/* && cat a', 'cd none* && cat a', 'cd src/a* && cat a', 'cd $X* && cat a'])(
    'is unknown otherwise: %s',
    command => {
      expect(readsOf(command).some(text => text.startsWith('read /'))).toBe(false);
    },
  );
});
