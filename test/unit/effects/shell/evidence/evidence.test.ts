import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Effect } from '@licet/core';
import { analyzeShell } from '@licet/effects';
import { assert, constantFrom, letrec, oneof, property, tuple } from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';

import { runLean } from '../../../../support/lean.ts';
import { cases } from '../../../../support/longRuns.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const log = join(folder, 'log');
writeFileSync(join(folder, 'pytest'), `#!/bin/sh\necho ran >> '${log}'\nexit $STATUS\n`);
chmodSync(join(folder, 'pytest'), 0o755);

const evidenceIn = (command: string): readonly Effect['evidence'][] =>
  analyzeShell(command, { cwd: folder, home: '/home/u' }).flatMap(({ program, evidence }) =>
    program === 'pytest' && evidence !== undefined ? [evidence] : [],
  );

const provesTests = (command: string): boolean =>
  evidenceIn(command).some(each => each !== undefined && 'proves' in each && each.proves.includes('tests'));

/** How runtimes hand a command to bash: as it is, and as Claude Code does, which evaluates it and asks for the folder after it. */
const WRAPPERS: readonly ((command: string) => readonly string[])[] = [
  command => ['-c', command],
  command => ['-c', `eval "$0" && pwd -P >| '${join(folder, 'cwd')}'`, command],
];

/** Runs a command with a runner that ends with a status. */
function outcome(
  command: string,
  status: 0 | 1,
  wrap: (typeof WRAPPERS)[number],
): { readonly ok: boolean; readonly ran: boolean } {
  rmSync(log, { force: true });
  const env = { PATH: `${folder}:/usr/bin:/bin`, STATUS: String(status) };
  const { status: code } = runLean({ command: 'bash', args: wrap(command), cwd: folder, env, timeout: 10_000, input: '' });
  return { ok: code === 0, ran: existsSync(log) && readFileSync(log, 'utf8') !== '' };
}

const simple = constantFrom(
  'pytest',
  'pytest',
  'pytest -q',
  'true',
  'false',
  'echo x',
  'exit 0',
  'exit 1',
  "trap 'exit 0' EXIT",
  'set -e',
  'set -o pipefail',
  'set +o pipefail',
  'set -n',
  'cd .',
  'cd ..',
  'x=1',
  'PATH=/bin',
  'alias pytest=true',
  'pytest() { true; }',
  'hash -p /bin/true pytest',
  'return 0',
  'exec true',
  'command pytest',
  'time pytest',
  'export PATH=/bin',
  'nohup pytest',
  'x=1 pytest',
  'eval true',
  'source /dev/null',
  'unset PATH',
  'kill $$',
  'wait',
  ':',
);

const commands = letrec<{ one: string; list: string }>(tie => ({
  one: oneof(
    { weight: 6, arbitrary: simple },
    tie('list').map(inner => `(${inner})`),
    tie('list').map(inner => `{ ${inner}; }`),
    tie('one').map(inner => `! ${inner}`),
    tie('list').map(inner => `if true; then ${inner}; fi`),
    tie('list').map(inner => `for i in 1; do ${inner}; done`),
    tie('list').map(inner => `echo $(${inner})`),
    tie('one').map(inner => `${inner} > out`),
    tie('one').map(inner => `${inner} 2>&1`),
    tuple(tie('one'), tie('one')).map(([a, b]) => `${a} | ${b}`),
  ),
  list: oneof(
    { depthSize: 'small' },
    tie('one'),
    tuple(tie('one'), constantFrom('; ', ' && ', ' && ', ' || ', ' & ', '\n'), tie('list')).map(parts => parts.join('')),
  ),
})).list;

describe('evidence', () => {
  it('is given only where the success of the call proves that the program ran and succeeded, as bash has it', () => {
    const tried = new Set<string>();
    assert(
      property(commands, command => {
        if (tried.has(command) || !provesTests(command)) return;
        tried.add(command);
        for (const wrap of WRAPPERS) {
          expect([command, outcome(command, 1, wrap).ok]).toEqual([command, false]);
          const passed = outcome(command, 0, wrap);
          if (passed.ok) expect([command, passed.ran]).toEqual([command, true]);
        }
      }),
      { numRuns: Math.max(cases(1_500), 375) },
    );
    expect(tried.size).toBeGreaterThan(Math.max(cases(50), 13));
  });

  test.each([
    'pytest',
    'pytest -q --tb=short',
    'true && pytest',
    'pytest && echo done',
    'echo start; pytest',
    'set -o pipefail; pytest | cat',
    'true | pytest',
    '(pytest)',
    '{ pytest; }',
    'time pytest',
    'nohup pytest',
    'pytest > out 2>&1',
    'set -e\npytest',
  ])('is given for `%s`, and bash agrees', command => {
    expect(provesTests(command)).toBe(true);
    for (const wrap of WRAPPERS) {
      expect(outcome(command, 0, wrap)).toEqual({ ok: true, ran: true });
      expect(outcome(command, 1, wrap).ok).toBe(false);
    }
  });

  it.each(['pnpm exec', 'bunx', 'uv run', 'bundle exec', 'nohup', 'npx -y', 'time -p'])(
    'ends for %s with nothing behind it',
    command => {
      expect(evidenceIn(`${command}; pytest`)).toHaveLength(1);
      expect(evidenceIn(command)).toEqual([]);
    },
  );

  it('names what the program may be called by', () => {
    const runs = (command: string): readonly string[] =>
      analyzeShell(command, { cwd: '/w' }).find(effect => effect.runs !== undefined)?.runs ?? [];

    for (const command of ['git commit -m x', 'git -C sub commit', 'g\\it commit', 'git c""ommit'])
      expect(runs(command)).toContain('git commit');
    expect(runs('echo git commit')).not.toContain('git commit');
    expect(runs('npm run test:unit')).toEqual(expect.arrayContaining(['npm', 'npm run', 'npm run test:unit']));
    expect(runs('cargo clippy --all')).toContain('lints');
  });

  test.each([
    ['cd sub && pytest', `${folder}/sub`],
    ['cd sub/one && cd two && pytest', `${folder}/sub/one/two`],
    ['(cd sub && pytest)', `${folder}/sub`],
    ['cd /elsewhere && pytest', '/elsewhere'],
    [`cd ${folder} && pytest`, undefined],
    ['cd sub & pytest', undefined],
    ['(cd sub); pytest', undefined],
  ])('of `%s` counts in the folder that the program runs in', (command, where) => {
    expect(evidenceIn(command)).toEqual([
      { proves: ['tests', 'pytest'], last: true, ...(where !== undefined && { folder: where }) },
    ]);
  });

  test.each([
    ['a folder that may not be there', 'cd sub; pytest'],
    ['a folder that may not be there, in a chain', 'cd sub && true; pytest'],
    ['a folder that is not there', '! cd sub && pytest'],
    ['a folder above', 'cd ../other && pytest'],
    ['the last folder', 'cd - && pytest'],
    ['a folder that is not known', 'cd $X && pytest'],
    ['an option that is never set', 'false && set -o pipefail; pytest | tee log'],
    ['an option that may not be set', 'true || set -o pipefail; pytest | tee log'],
    ['an option of another shell', 'set -o pipefail & pytest | tee log'],
  ])('is not given in %s', (_what, command) => {
    expect(evidenceIn(command)).toEqual([{ lacks: expect.any(String) }]);
  });
});
