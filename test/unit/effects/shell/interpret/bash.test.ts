import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeShell } from '@licet/effects';
import { parseShell } from '../../../../../packages/effects/src/shell/words/parser.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { commandList } from '../../../../support/commandList.ts';
import { runLean } from '../../../../support/lean.ts';
import { isLeftOut, partly } from '../../../../support/longRuns.ts';

/** Commands whose programs do not exist (`p1`, `p2`, …), so that running them does nothing but look for programs. */
const commands = commandList('syntax');

const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(path => spawnSync(path, ['-c', ':']).status === 0);

if (bash === undefined) console.log('bash is missing: the differential tests of the shell analyser are skipped');

/** Repeatable numbers from 0 up to a limit. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const known = (argv: readonly (string | undefined)[] | undefined): string => (argv ?? []).map(word => word ?? '?').join('\u001F');

function executed(command: string): readonly (readonly (string | undefined)[])[] {
  return analyzeShell(command, { cwd: '/w', home: '/home/u' }).flatMap(({ kind, target }) =>
    kind === 'execute' && target?.type === 'program' ? [target.argv] : [],
  );
}

describe.skipIf(bash === undefined)('the shell analyser against bash', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'licet-bash-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (script: string, file: boolean = false): string => {
    const { stdout } = runLean({
      command: bash ?? '',
      args: ['--norc', '-O', 'extglob', ...(file ? ['-s'] : ['-c', script])],
      cwd: folder,
      env: { PATH: '/nonexistent', HOME: '/home/u', LC_ALL: 'C.UTF-8' },
      input: file ? script : '',
      timeout: 20_000,
    });
    return stdout;
  };

  it('accepts what bash accepts and refuses what bash refuses', () => {
    const random = numbers(11);
    const marks = ['(', ')', '"', "'", '`', ';', '&&', '|', '$(', '}', '{', 'fi', 'done', 'do', '<', ';;'];
    const mutated = commands.flatMap(command =>
      Array.from({ length: 3 }, () => {
        const at = random(command.length + 1);
        return command.slice(0, at) + (marks[random(marks.length)] ?? '') + command.slice(at + random(2));
      }),
    );
    const all = [...commands, ...mutated].filter(command => !command.includes('`'));
    const probe = 'bash_ok() { (eval "f() { :\n$1\n}") 2>/dev/null && echo 1 || echo 0; }';
    const verdicts = run([probe, ...all.map(text => `bash_ok ${quote(text)}`)].join('\n'), true)
      .trim()
      .split('\n');
    const differences = all.filter((text, i) => parseShell(text).ok && verdicts[i] === '0');

    expect(verdicts.length).toBe(all.length);
    expect(commands.filter(text => !parseShell(text).ok && verdicts[all.indexOf(text)] === '1')).toEqual([]);
    expect(differences.length / all.length).toBeLessThan(0.12);
  });

  it(`predicts every program that bash runs, with its words${partly('one command in four')}`, () => {
    const misses = commands.flatMap((command, index) => {
      if (isLeftOut(index, 4)) return [];
      const handler = String.raw`command_not_found_handle() { { IFS=$'\x1f'; printf '%s\x1e' "$*"; } >&9; return 0; }`;
      const log = join(folder, 'log');
      run(`exec 9>${log}\n${handler}\n${command}\n`);
      const ran = readFileSync(log, 'utf8')
        .split('\u001E')
        .filter(line => line !== '');
      const predicted = executed(command);
      return ran
        .filter(line => !predicted.some(argv => agrees(argv, line)))
        .map(line => ({ command, line, predicted: predicted.map(known) }));
    });

    expect(misses).toEqual([]);
  });

  it('expands braces exactly as bash does', () => {
    const random = numbers(7);
    const bits = [
      '{',
      '}',
      ',',
      'a',
      'b',
      '..',
      '1',
      '3',
      '{a,b}',
      '{1..3}',
      '-',
      '"x"',
      '\\{',
      '{}',
      '{c..a..2}',
      '{01..3}',
      "'{'",
      '{a}',
      '{,}',
    ];
    const words = Array.from({ length: 1500 }, () =>
      Array.from({ length: random(9) + 1 }, () => bits[random(bits.length)]).join(''),
    );
    const expected = run(
      words
        .map(word => `printf '%s\\x1f' w ${word}; printf '\\x1e'`)
        .join('\n')
        .replace(/^/, 'set -f\n'),
      true,
    ).split('\u001E');
    const differences = words.flatMap((word, i) => {
      const argv =
        executed(`p1 w ${word}`)
          .at(-1)
          ?.slice(1)
          .filter(text => text !== '') ?? [];
      const wanted = (expected[i] ?? '').split('\u001F').filter(text => text !== '');
      return wanted.length > 200 || known(argv) === known(wanted) ? [] : [{ word, argv, wanted }];
    });

    expect(differences).toEqual([]);
  });

  it('decodes quoted words as bash does', () => {
    const random = numbers(3);
    const bits = [
      "'a b'",
      '"c d"',
      'e',
      '\\ ',
      '\\\\',
      "$'\\n'",
      "$'\\x41'",
      '"\\""',
      '"\\$"',
      "'\\'",
      '"\\a"',
      '\\*',
      '"*"',
      '""',
      "''",
      "$'\\u00e9'",
    ];
    const words = Array.from({ length: 600 }, () =>
      Array.from({ length: random(5) + 1 }, () => bits[random(bits.length)]).join(''),
    );
    const expected = run(words.map(word => `printf '%s\\x1f' ${word}; printf '\\x1e'`).join('\n'), true).split('\u001E');
    const differences = words.flatMap((word, i) => {
      const argv = executed(`p1 ${word}`).at(-1)?.slice(1) ?? [];
      return `${known(argv)}\u001F` === expected[i] ? [] : [{ word, argv, expected: expected[i] }];
    });

    expect(differences).toEqual([]);
  });
});

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The words that are known must be the ones that bash passed. */
function agrees(argv: readonly (string | undefined)[], line: string): boolean {
  const words = line.split('\u001F');
  if (argv.every(word => word !== undefined)) return known(argv) === line;
  return argv[0] === undefined || argv[0] === words[0];
}
