import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** No model server listens there: an example that looks for one must find none, whatever runs on this machine. */
const env = { ...process.env, OLLAMA_HOST: '127.0.0.1:9', OLLAMA_MODEL: undefined };
const examples = globSync('examples/[0-9]*/main.ts', { cwd: root }).toSorted();

describe('the numbered examples', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples)('print what they promise: %s', async file => {
    const command = ['--conditions=@licet/source', file];
    const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', env });
    const expected = join(root, dirname(file), 'expected.txt');

    expect(stderr).toBe('');
    expect(existsSync(expected)).toBe(true);
    expect(stdout).toBe(readFileSync(expected, 'utf8'));
  });
});
