import { All, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety, Floor, SecretPaths, SelfProtection } from '@licet/guards';
import { describe, expect, test } from 'vitest';

const rulingIn = async (root: string, command: string): Promise<string> => {
  const files = memoryFiles({ [root]: 'folder', [`${root}/src`]: 'folder' });
  const place = { root, home: '/home/u', files };
  const policy = All(Floor(place), SelfProtection(place), SecretPaths(place), BashSafety(place));
  return (
    await new PolicyEngine(policy, { effects: analyzeEffects(place) }).evaluate({
      kind: 'bash',
      cwd: root,
      payload: { command },
    })
  ).ruling;
};

describe('a project in a temporary folder', () => {
  test.each(['/tmp/p', '/tmp/ci/p', '/private/tmp/p', '/var/tmp/a/p', '/dev/shm/p', '/home/u/p'])(
    '%s is kept like any other',
    async root => {
      expect(await rulingIn(root, 'rm -rf src')).toBe('ask');
      expect(await rulingIn(root, 'python3 -c "import shutil; shutil.rmtree(\'src\')"')).not.toBe('pass');
      expect(await rulingIn(root, 'git reset --hard')).toBe('ask');
      expect(await rulingIn(root, 'rm -rf node_modules')).toBe('pass');
    },
  );

  test.each([
    ['/tmp/ci/p', '../q', 'block'],
    ['/tmp/ci/p', '/tmp/x', 'pass'],
    ['/tmp/p', '/tmp/x', 'pass'],
    ['/home/u/p', '/tmp/x', 'pass'],
    ['/home/u/p', '../q', 'block'],
  ])('in %s, deleting %s is ruled %s', async (root, path, ruling) => {
    expect(await rulingIn(root, `rm -rf ${path}`)).toBe(ruling);
  });
});

describe('a search path that has a temporary folder already', () => {
  const rulingWith = async (PATH: string, command: string): Promise<string> => {
    const place = { root: '/home/u/p', home: '/home/u' };
    const engine = new PolicyEngine(BashSafety(place), { effects: analyzeEffects({ ...place, env: { PATH } }) });
    return (await engine.evaluate({ kind: 'bash', cwd: '/home/u/p', payload: { command } })).ruling;
  };
  const path = '/usr/bin:/tmp/venv/bin';

  test.each([
    ['PATH="$PWD/node_modules/.bin:$PATH" eslint --version', path, 'pass'],
    ['PATH="/tmp/evil:$PATH" eslint --version', path, 'block'],
    ['PATH="$PATH:/tmp/evil" eslint --version', path, 'block'],
    ['PATH=/tmp/evil eslint --version', '/tmp', 'block'],
    ['PATH=/tmp/evil:/tmp eslint --version', '/tmp', 'block'],
  ])('%s is judged by what it adds to %s: %s', async (command, PATH, ruling) => {
    expect(await rulingWith(PATH, command)).toBe(ruling);
  });
});
