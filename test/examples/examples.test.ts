import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = globSync('examples/[0-9]*/main.ts', { cwd: root }).toSorted();

describe('the numbered examples', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples)('print what they promise: %s', async file => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=@licet/source', file], { cwd: root, encoding: 'utf8' });
    const expected = join(root, dirname(file), 'expected.txt');

    expect(stderr).toBe('');
    expect(existsSync(expected)).toBe(true);
    expect(stdout).toBe(readFileSync(expected, 'utf8'));
  });
});
