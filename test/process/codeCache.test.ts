import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import pkg from '../../packages/cli/package.json' with { type: 'json' };
import { BUNDLE, humanEnv, project } from '../support/cli.ts';
import { runLean } from '../support/lean.ts';
import { LONG_RUN, longIt, oneIn } from '../support/longRuns.ts';

const { NODE_COMPILE_CACHE: _told, ...env } = humanEnv();

function run(cwd: string, home: string, ...args: readonly string[]) {
  return runProgram(BUNDLE, cwd, home, args);
}

function runProgram(program: string, cwd: string, home: string, args: readonly string[]) {
  const { status, stdout, stderr } = runLean({
    command: process.execPath,
    args: [program, ...args],
    cwd,
    env: { ...env, HOME: home, NO_COLOR: '1' },
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

/** Runs a command until its code is kept: that of a program that was written two seconds ago is not. */
async function keep(work: () => unknown, home: string): Promise<readonly string[]> {
  const kept = () => {
    work();
    return existsSync(cacheOf(home)) ? filesIn(cacheOf(home)) : [];
  };
  await expect.poll(kept, { timeout: 60_000, interval: 500 }).not.toEqual([]);
  return filesIn(cacheOf(home));
}

/** A program of one command, which writes a word. */
function writer(word: string): { readonly program: string; readonly main: string } {
  const folder = project();
  const program = join(folder, 'licet.cjs');
  const main = join(folder, 'main.cjs');
  copyFileSync(BUNDLE, program);
  writeFileSync(main, speak(word));
  return { program, main };
}
const speak = (word: string): string =>
  `const say = word => process.stdout.write(word);
const drop = () => require('node:fs').rmSync(process.env.HOME + '/.licet/cache', { recursive: true });
exports.main = async ([way]) => (way === 'twice' && say('+'), way === 'drop' && drop(), say('${word}'), 0);
`;

describe('compiled code', () => {
  it('is kept in the home, for its user alone, by version', async () => {
    const [root, home] = [project(), project()];

    await keep(() => expect(run(root, home, ...COMMAND)).toEqual(works), home);

    expect(filesIn(join(cacheOf(home), pkg.version)).length).toBeGreaterThan(0);
    expect(statSync(cacheOf(home)).mode & 0o777).toBe(0o700);
    expect(readdirSync(root)).toEqual([]);
    expect(run(root, home, ...COMMAND)).toEqual(works);
  });

  const damages: readonly { readonly how: string; readonly damage: (kept: Buffer) => Uint8Array }[] = [
    { how: 'filled with something else', damage: kept => kept.fill(7, 20) },
    { how: 'filled with nothing', damage: kept => kept.fill(0) },
    { how: 'empty', damage: () => new Uint8Array() },
    { how: 'cut off', damage: kept => kept.subarray(0, kept.length / 2) },
    { how: 'half of it damaged', damage: kept => kept.fill(255, kept.length >> 3, kept.length >> 2) },
  ];
  it.for(oneIn(2, damages))('is compiled again where what was kept is $how', async ({ damage, leftOut }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const [root, home] = [project(), project()];
    const files = await keep(() => run(root, home, ...COMMAND), home);
    for (const file of files) writeFileSync(file, damage(readFileSync(file)));

    expect(run(root, home, ...COMMAND)).toEqual(works);
  });

  it('is not that of another state of the program, though it has the same length', async () => {
    const [root, home] = [project(), project()];
    const { program, main } = writer('one');
    const say = () => runProgram(program, root, home, ['say']).stdout;
    await keep(() => expect(say()).toBe('one'), home);

    writeFileSync(main, speak('two'));

    expect(say()).toBe('two');
  });

  longIt('is added to by another kind of run, and now and then by the same', async () => {
    const [root, home] = [project(), project()];
    const { program } = writer('one');
    const say = (way: string) => runProgram(program, root, home, [way]).stdout;
    const [kept = ''] = await keep(() => say('once'), home);
    const states = Array.from({ length: 32 }, () => {
      expect(say('once')).toBe('one');
      return statSync(kept).ino;
    });
    const { ino } = statSync(kept);
    const times = states.filter((state, index) => index > 0 && state !== states[index - 1]).length;

    // About five in thirty-two; fewer than one, or more than sixteen, comes up once in a billion.
    expect(new Set(states).size).toBeGreaterThan(1);
    expect(times).toBeLessThan(17);
    expect(say('twice')).toBe('+one');
    expect(statSync(kept).ino).not.toBe(ino);
    expect(filesIn(dirname(kept))).toEqual([kept]);
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

  it('is not taken from beside the policy of a hook, though a clone may bring it', async () => {
    const [root, home] = [project('version: 1\ndefault: pass\npolicy:\n  all:\n    - secret_paths: {}\n'), project()];
    const policy = join(root, 'governance.yaml');
    mkdirSync(join(root, '.licet'));

    await keep(() => run(root, home, 'hook', 'claude-code', '--policy', policy), home);
    expect(existsSync(join(root, '.licet', 'cache', 'v8'))).toBe(false);

    const cloned = join(root, 'home');
    mkdirSync(cloned);
    run(project(), cloned, 'hook', 'claude-code', '--policy', policy);
    expect(existsSync(cacheOf(cloned))).toBe(false);
  });

  longIt('is not created again by a process that ends after it was removed', async () => {
    const [root, home] = [project(), project()];
    const { program } = writer('one');
    await keep(() => runProgram(program, root, home, ['say']), home);

    expect(runProgram(program, root, home, ['drop']).stdout).toBe('one');

    expect(existsSync(cacheOf(home))).toBe(false);
  });

  it('is removed by `licet uninstall`, which leaves none', async () => {
    const [root, home] = [project(), project()];
    await keep(() => run(root, home, ...COMMAND), home);

    expect(run(root, home, 'uninstall', '--dry-run').stdout).toContain(`would remove  ${cacheOf(home)}`);
    expect(existsSync(cacheOf(home))).toBe(true);
    expect(run(root, home, 'uninstall').stdout).toContain(`removed  ${cacheOf(home)}`);
    expect(existsSync(cacheOf(home))).toBe(false);
  });
});
