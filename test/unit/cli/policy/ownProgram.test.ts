import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ownProgram } from 'licet/source/policy/ownProgram.ts';
import { afterAll, describe, expect, it } from 'vitest';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-own-')));
mkdirSync(join(folder, 'dist'));
writeFileSync(join(folder, 'dist', 'licet.cjs'), '');
symlinkSync(join('dist', 'licet.cjs'), join(folder, 'licet'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('ownProgram', () => {
  it('names Node, the script as it was called, and the real folder that it lies in', () => {
    expect(ownProgram('/bin/node', join(folder, 'licet'))).toEqual(['/bin/node', join(folder, 'licet'), join(folder, 'dist')]);
  });

  it('names no folder for a script that is no bundle of Licet', () => {
    writeFileSync(join(folder, 'server.js'), '');

    expect(ownProgram('/bin/node', join(folder, 'server.js'))).toEqual(['/bin/node']);
    expect(ownProgram('/bin/node', join(folder, 'missing.js'))).toEqual(['/bin/node']);
  });
});
