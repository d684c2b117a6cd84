import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('examples', import.meta.url));
const examples = globSync('*.ts', { cwd: folder }).toSorted();

describe('the examples, one for each family of SDKs', () => {
  it('are there, and none is longer than 60 lines', () => {
    const long = examples.filter(file => readFileSync(`${folder}/${file}`, 'utf8').split('\n').length > 61);

    expect([examples.length, long]).toEqual([6, []]);
  });

  it.each(examples)('%s prints what its comments say', file => {
    const promised = readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\/\/ => (.+)$/gmu);
    const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=@licet/source', file], {
      cwd: folder,
      encoding: 'utf8',
    });

    expect(stderr).toBe('');
    expect(new Set(stdout.trimEnd().split('\n'))).toEqual(new Set(Array.from(promised, ([, line]) => line)));
  });
});
