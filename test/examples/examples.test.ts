import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** No model server listens there: an example that looks for one must find none, whatever runs on this machine. */
const env = { ...process.env, OLLAMA_HOST: '127.0.0.1:9', OLLAMA_MODEL: undefined };
const examples = globSync('examples/*/expected.txt', { cwd: root })
  .toSorted()
  .map(file => file.replace('expected.txt', 'main.ts'));

describe('the examples', () => {
  it('are a course of at most six, and some that stand alone', () => {
    const course = examples.filter(file => /^examples\/\d/u.test(file));
    expect(course).toHaveLength(6);
    expect(globSync('examples/[0-9]*', { cwd: root })).toHaveLength(course.length);
  });

  it.each(examples)('print what they promise: %s', async file => {
    const command = ['--conditions=@licet/source', file];
    const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', env });

    expect(stderr).toBe('');
    expect(stdout).toBe(readFileSync(join(root, dirname(file), 'expected.txt'), 'utf8'));
  });
});
