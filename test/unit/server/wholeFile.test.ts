import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeOnce, writeWhole } from '@licet/server/resident';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-whole-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('writeWhole', () => {
  it('makes the folder, replaces what was there and leaves nothing beside it', () => {
    const folder = join(scratch(), 'a', 'b');

    writeWhole(join(folder, 'x'), 'one');
    writeWhole(join(folder, 'x'), 'two');

    expect(readFileSync(join(folder, 'x'), 'utf8')).toBe('two');
    expect(readdirSync(folder)).toEqual(['x']);
  });

  it.skipIf(process.platform === 'win32')('lets no other user read it, also where the file before was open to all', () => {
    const file = join(scratch(), 'x');
    writeFileSync(file, 'open');
    chmodSync(file, 0o644);

    writeWhole(file, 'closed');

    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves no part of the file behind where it cannot be put in its place', () => {
    const folder = scratch();

    expect(() => writeWhole(folder, 'a file in place of a folder')).toThrow(
      expect.objectContaining({ code: expect.any(String) }),
    );
    expect(readdirSync(join(folder, '..')).filter(name => name.startsWith(`${folder.split('/').at(-1)}.`))).toEqual([]);
  });
});

describe('writeOnce', () => {
  it('writes where there is no file, and leaves the one that is there', () => {
    const file = join(scratch(), 'x');

    expect([writeOnce(file, 'first'), writeOnce(file, 'second')]).toEqual([true, false]);
    expect(readFileSync(file, 'utf8')).toBe('first');
  });
});
