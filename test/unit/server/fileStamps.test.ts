import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { settledStamps, watchTexts } from '../../../packages/server/src/fileStamps.ts';

const folder = mkdtempSync(join(tmpdir(), 'stamps-'));
afterAll(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('texts that are watched', () => {
  it('stand in their files until one of these says something else', () => {
    const [one, two] = [put('one', 'a'), put('two', 'b')];
    const isUnchanged = watchTexts([
      { file: one, text: 'a' },
      { file: two, text: 'b' },
    ]);
    expect([isUnchanged(), isUnchanged()]).toEqual([true, true]);
    put('two', 'c');

    expect(isUnchanged()).toBe(false);
  });

  it('are found changed although size and time are the same', () => {
    const file = put('same', 'a');
    utimesSync(file, 1, 1);
    const isUnchanged = watchTexts([{ file, text: 'a' }]);
    expect(isUnchanged()).toBe(true);
    put('same', 'b');
    utimesSync(file, 1, 1);

    expect(isUnchanged()).toBe(false);
  });

  it('do not stand in a file that is gone', () => {
    const file = put('gone', 'a');
    const isUnchanged = watchTexts([{ file, text: 'a' }]);
    rmSync(file);

    expect(isUnchanged()).toBe(false);
  });
});

it('does not believe the stamps of a file that was written just now, or is not there', () => {
  expect(settledStamps([put('young', 'a')])).toBeUndefined();
  expect(settledStamps([join(folder, 'none')])).toBeUndefined();
  expect(settledStamps([])).toEqual([]);
});
