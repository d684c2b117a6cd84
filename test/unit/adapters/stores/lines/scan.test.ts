import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { lastLine, lineStart, linesOf, withFile } from '../../../../../packages/adapters/src/stores/lines/scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
afterAll(() => rmSync(folder, { recursive: true }));

function within<T>(content: string | Buffer, work: (fd: number, size: number) => T): T | undefined {
  const file = join(folder, 'lines');
  writeFileSync(file, content);
  return withFile(file, work);
}
const linesIn = (content: string | Buffer) => within(content, (fd, size) => [...linesOf(fd, 0, size)]);

describe('the lines of a file', () => {
  it('are whole ones, each with its place', () => {
    expect(linesIn('a\n\nbc\nrest')).toEqual([
      { text: 'a', start: 0, end: 2 },
      { text: '', start: 2, end: 3 },
      { text: 'bc', start: 3, end: 6 },
    ]);
    expect(linesIn('')).toEqual([]);
  });

  it('are found over the end of a piece, and cut through no character', () => {
    const long = 'é'.repeat(200_000);

    expect(linesIn(`x${long}\ny\n`)?.map(({ text }) => text?.length)).toEqual([200_001, 1]);
  });

  it('say of bytes that are no text that they are none', () => {
    expect(linesIn(Buffer.from([0xff, 0x0a, 0x61, 0x0a]))?.map(({ text }) => text)).toEqual([undefined, 'a']);
  });
});

describe('the last line', () => {
  it('is the last whole one, however long', () => {
    expect(within('a\nb\nrest', lastLine)?.text).toBe('b');
    expect(within(`a\n${'b'.repeat(100_000)}\nrest`, lastLine)?.text).toHaveLength(100_000);
    expect(within('rest', lastLine)).toBeUndefined();
  });

  it('begins behind the end of the one before it', () => {
    expect(within('ab\ncd\n', (fd, size) => [lineStart(fd, 0, size), lineStart(fd, 3, size), lineStart(fd, size, size)])).toEqual(
      [3, 6, undefined],
    );
  });
});

it('reads nothing of a file that is not there, and closes one whatever happens', () => {
  expect(withFile(join(folder, 'none'), () => 1)).toBeUndefined();
  expect(() =>
    within('a', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
});
