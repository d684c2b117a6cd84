import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Effect } from '@licet/core';
import { analyzeShell } from '@licet/effects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { commandList } from '../../../support/commandList.ts';
import { runLean } from '../../../support/lean.ts';
import { isLeftOut, isLongRun, partly } from '../../../support/longRuns.ts';
import { effectText } from './effectText.ts';

/** Commands in which text is evaluated a second time, with `touch hit` as the code. In some of them bash does not run it. */
const commands = commandList('evaluation');

const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(path => spawnSync(path, ['-c', ':']).status === 0);

const effectsOf = (command: string): readonly Effect[] => analyzeShell(command, { cwd: '/w', home: '/home/u' });

/** Seen means: the write of the code, something unknown, or a variable that later runs the code. */
const seesIt = (command: string): boolean =>
  effectsOf(command).some(
    ({ kind, target, tags = [] }) =>
      kind === 'unknown' || tags.includes('tampered_environment') || (target?.type === 'file' && target.lexical === '/w/hit'),
  );

describe('text that the shell evaluates a second time', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'licet-evaluation-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(bash === undefined)(`is seen wherever this bash runs the code in it${partly('one command in four')}`, () => {
    const hit = join(folder, 'hit');
    const ran = commands.filter((command, index) => {
      if (isLeftOut(index, 4)) return false;
      rmSync(hit, { force: true });
      runLean({ command: bash ?? '', args: ['--norc', '-c', command], cwd: folder, timeout: 20_000 });
      return existsSync(hit);
    });

    expect(ran.length).toBeGreaterThan(isLongRun ? 70 : 15);
    expect(ran.filter(command => !seesIt(command))).toEqual([]);
  });

  it.each([
    "test -v 'a[$(rm -rf src)]'",
    "printf -v 'a[$(rm -rf src)]' x",
    "x='a[$(rm -rf src)]'; [[ x -eq 1 ]]",
    "x='$(rm -rf src)'; echo ${x@P}",
    "compgen -W '$(rm -rf src)'",
    "env 'BASH_FUNC_f%%=() { rm -rf src; }' bash -c f",
    'f() { rm -rf src; }; export -f f; bash -c f',
    "BASH_ALIASES[f]='rm -rf src'; f",
    "zsh -c '=rm -rf src'",
  ])('has its effects found: %s', command => {
    expect(
      effectsOf(command)
        .map(effectText)
        .some(text => text.startsWith('delete /w/src/**')),
    ).toBe(true);
  });

  it.each([
    "unset 'a[0]'",
    'unset "a[$i]"',
    "unset 'a[$((i-1))]'",
    '[[ $n -eq 1 ]]',
    'n=3; [[ n -gt 2 ]] && echo yes',
    'read -r a b <<< "1 2"',
    "printf -v x '%s' y",
    'declare -i n=1; n+=2; echo $n',
    'let i++',
    'x=abc; echo ${x:1:1} ${x@Q}',
    '[ -v HOME ] && echo yes',
    'a=(1 2); i=1; echo ${a[i]} ${a[@]:0:i}',
    'compgen -c git',
    'declare -n r=x; r=1; echo $x',
    'env A=1 B.c=2 true',
    'exec {fd}>/dev/null',
    'wait -n',
  ])('leaves everyday forms alone: %s', command => {
    expect(
      effectsOf(command)
        .filter(({ kind }) => kind !== 'execute' && kind !== 'write')
        .map(effectText),
    ).toEqual([]);
  });
});

describe('a name of which a part is unknown', () => {
  const readsSecret = (command: string): boolean => effectsOf(command).some(({ tags = [] }) => tags.includes('secret'));

  it.each([
    'cat .e${x}nv',
    'cat ~/.ssh/id_${ALG:-ed25519}',
    'cat ~/.ssh/$key',
    'cat .env.$NODE_ENV',
    'base64 < config/$name.pem',
    'cp ${dir}/.env /tmp/x',
    'tar czf - ~/.aws/$f',
  ])('is a secret when what is known can reach one: %s', command => {
    expect(readsSecret(command)).toBe(true);
  });

  it.each(['cat $f', 'cat src/$name.ts', 'cat config/$NODE_ENV.json', 'cat "$dir/README.md"', 'head -1 ${x}', 'ls ~/.ssh/$x'])(
    'is none otherwise: %s',
    command => {
      expect(readsSecret(command)).toBe(false);
    },
  );
});
