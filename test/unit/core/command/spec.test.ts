import { command, commandFor, expandAlias, withProgram } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';
import { describe, expect, expectTypeOf, it } from 'vitest';

const terminal = { print: () => undefined, complain: () => undefined, hasColor: false };

const COMMANDS: readonly CommandSpec[] = [
  { name: 'logs', summary: 'show', aliases: ['log'] },
  { name: 'audit', summary: 'read', commands: [{ name: 'stats', summary: 'count', aliases: ['stats'] }] },
];

describe('expandAlias', () => {
  it.each([
    [
      ['log', '-n', '3'],
      ['logs', '-n', '3'],
    ],
    [['stats'], ['audit', 'stats']],
    [
      ['audit', 'stats'],
      ['audit', 'stats'],
    ],
    [
      ['audit', 'log'],
      ['audit', 'log'],
    ],
    [
      ['--json', 'log'],
      ['--json', 'log'],
    ],
    [[], []],
  ])('of %j is %j', (words, want) => {
    expect(expandAlias(words, COMMANDS)).toEqual(want);
  });
});

describe('command', () => {
  it('gives `run` the types that follow from its words', () => {
    command({
      name: 'draw',
      summary: 'draw a file',
      prints: 'the drawing',
      args: [
        ['<file>', 'the file'],
        ['[title]', 'its title'],
        ['[more...]', 'more files'],
      ],
      options: [
        ['-n, --lines <count>', 'how many', { default: '10' }],
        ['--format <format>', 'how', { choices: ['svg', 'png'] }],
        ['--only <n>', 'which', { repeats: true }],
        ['--max-rows <n>', 'the most', { required: true }],
        ['--graph [kind]', 'as a graph'],
        ['--no-open', 'open nothing'],
        ['--json', 'print JSON'],
      ],
      examples: ['draw a.txt'],
      run({ args, options }) {
        expectTypeOf(args).toEqualTypeOf<readonly [string, string | undefined, readonly string[]]>();
        expectTypeOf(options.lines).toEqualTypeOf<string>();
        expectTypeOf(options.format).toEqualTypeOf<'svg' | 'png' | undefined>();
        expectTypeOf(options.only).toEqualTypeOf<readonly string[] | undefined>();
        expectTypeOf(options.maxRows).toEqualTypeOf<string>();
        expectTypeOf(options.graph).toEqualTypeOf<string | true | undefined>();
        expectTypeOf(options.open).toEqualTypeOf<boolean>();
        expectTypeOf(options.json).toEqualTypeOf<boolean | undefined>();
        return 0;
      },
    });
  });
});

describe('withProgram', () => {
  const spec = commandFor<{ readonly code: number }>()({
    name: 'code',
    summary: 'return a code',
    prints: 'nothing',
    examples: ['code'],
    run: ({ program }) => program.code,
  });

  it('loads the program when the command runs, and not before', async () => {
    let loads = 0;
    const load = async () => ({ code: (loads += 1) });
    const group: CommandSpec<{ readonly code: number }> = { name: 'group', summary: 'a group', commands: [spec] };
    const [bound] = withProgram(group, load).commands ?? [];

    expect(loads).toBe(0);
    expect(await bound?.run?.({ args: [], options: {}, terminal, program: undefined })).toBe(1);
    expect(withProgram(group, load).run).toBeUndefined();
  });
});
