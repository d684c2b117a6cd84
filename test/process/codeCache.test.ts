import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import pkg from '../../packages/cli/package.json' with { type: 'json' };
import { BUNDLE, humanEnv, project } from '../support/cli.ts';

const { NODE_COMPILE_CACHE: _told, ...env } = humanEnv();

function run(cwd: string, home: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLE, ...args], {
    cwd,
    env: { ...env, HOME: home, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A command that looks at nothing in the project. */
const COMMAND = ['completion', 'bash'];
const works = run(project(), project(), ...COMMAND);
const cacheOf = (home: string): string => join(home, '.licet', 'cache');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

describe('compiled code', () => {
  it('is kept in the home, for its user alone, by version', () => {
    const [root, home] = [project(), project()];

    expect(run(root, home, ...COMMAND)).toEqual(works);

    expect(filesIn(join(cacheOf(home), pkg.version)).length).toBeGreaterThan(0);
    expect(statSync(cacheOf(home)).mode & 0o777).toBe(0o700);
    expect(readdirSync(root)).toEqual([]);
    expect(run(root, home, ...COMMAND)).toEqual(works);
  });

  it('is compiled anew where what was kept is damaged', () => {
    const [root, home] = [project(), project()];
    run(root, home, ...COMMAND);
    for (const file of filesIn(cacheOf(home))) writeFileSync(file, readFileSync(file).fill(7, 20));

    expect(run(root, home, ...COMMAND)).toEqual(works);
  });

  it.each<[string, (home: string) => void]>([
    ['others may write beside it', home => (mkdirSync(join(home, '.licet')), chmodSync(join(home, '.licet'), 0o777))],
    ['others may read it', home => (mkdirSync(cacheOf(home), { recursive: true }), chmodSync(cacheOf(home), 0o755))],
    ['it is a link', home => (mkdirSync(join(home, '.licet')), symlinkSync(project(), cacheOf(home)))],
    ['a file is in its place', home => (mkdirSync(join(home, '.licet')), writeFileSync(cacheOf(home), ''))],
    [
      'the version is a link',
      home => (
        mkdirSync(cacheOf(home), { recursive: true, mode: 0o700 }),
        symlinkSync(project(), join(cacheOf(home), pkg.version))
      ),
    ],
  ])('is not kept where %s', (_why, prepare) => {
    const [root, home] = [project(), project()];
    prepare(home);

    expect(run(root, home, ...COMMAND)).toEqual(works);

    const found = lstatSync(cacheOf(home), { throwIfNoEntry: false });
    expect(found?.isFile() === true || found === undefined ? [] : filesIn(cacheOf(home))).toEqual([]);
  });

  it('is not taken from a home that lies in the project, or is missing', () => {
    const root = project();
    mkdirSync(join(root, 'home'));

    expect(run(root, join(root, 'home'), ...COMMAND)).toEqual(works);
    expect(run(root, join(root, 'none'), ...COMMAND)).toEqual(works);
    expect(run(project(), join(root, 'none'), ...COMMAND)).toEqual(works);
    expect(run(join(root, 'home'), '', ...COMMAND)).toEqual(works);

    expect(readdirSync(root, { recursive: true })).toEqual(['home']);
  });

  it('is not taken from beside the policy of a hook, though a clone may bring it', () => {
    const [root, home] = [project('version: 1\ndefault: pass\npolicy:\n  all:\n    - secret_paths: {}\n'), project()];
    const policy = join(root, 'governance.yaml');
    mkdirSync(join(root, '.licet'));

    run(root, home, 'hook', 'claude-code', '--policy', policy);
    expect(existsSync(join(root, '.licet', 'cache', 'v8'))).toBe(false);
    expect(filesIn(cacheOf(home)).length).toBeGreaterThan(0);

    const cloned = join(root, 'home');
    mkdirSync(cloned);
    run(project(), cloned, 'hook', 'claude-code', '--policy', policy);
    expect(existsSync(cacheOf(cloned))).toBe(false);
  });

  it('is removed by `licet uninstall`, which leaves none of its own', () => {
    const [root, home] = [project(), project()];
    run(root, home, ...COMMAND);

    expect(run(root, home, 'uninstall', '--dry-run').stdout).toContain(`would remove  ${cacheOf(home)}`);
    expect(existsSync(cacheOf(home))).toBe(true);
    expect(run(root, home, 'uninstall').stdout).toContain(`removed  ${cacheOf(home)}`);
    expect(existsSync(cacheOf(home))).toBe(false);
  });
});
