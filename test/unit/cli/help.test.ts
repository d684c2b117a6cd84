import { namesHumanCommand } from '@licet/effects/places';
import { COMMAND_GROUPS } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';
import { createProgram } from 'licet/source/program.ts';
import { COMMANDS } from 'licet/source/table/index.ts';
import { mainHelp } from 'licet/source/help.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { commandPage } from '../../repo/commandPage.ts';

type Command = ReturnType<typeof createProgram>;

const terminal = { print: () => undefined, complain: () => undefined, hasColor: false };
const program = createProgram(async () => undefined, terminal);

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part: string) => (text += part) }).outputHelp();
  return text;
}

/** Every command of the table with its path, and the parser that was made of it. */
function all(specs: readonly CommandSpec[], parent: Command, path = ''): readonly (readonly [string, CommandSpec, Command])[] {
  return specs.flatMap(spec => {
    const made = parent.commands.find(each => each.name() === spec.name) ?? parent;
    const own = path === '' ? spec.name : `${path} ${spec.name}`;
    return [[own, spec, made] as const, ...all(spec.commands ?? [], made, own)];
  });
}

const commands = all(COMMANDS, program);
const runnable = commands.filter(([, spec]) => spec.run !== undefined);

describe('the table of commands', () => {
  it.each(runnable)('gives `%s` a help that says what it prints, with examples that it takes', (path, { prints }, made) => {
    const help = helpOf(made);
    const [, examples = ''] = help.split(/\nExamples?:\n/u);

    expect(help).toContain(`Prints ${prints}.`);
    expect(examples).not.toBe('');
    const known = made.options.flatMap(({ short, long }) => [short, long]);
    for (const example of examples.trimEnd().split('\n')) {
      expect(`${example} `).toContain(`licet ${path} `);
      const [own = ''] = example.split(' -- ');
      const words = (own.match(/'[^']*'|\S+/gu) ?? []).slice(1 + path.split(' ').length);
      for (const word of words.filter(each => /^--?[a-z]/u.test(each))) expect(known).toContain(word);
    }
  });

  it('gives every command of the first level a group, and no other', () => {
    for (const [path, { group }] of commands) expect([path, group === undefined]).toEqual([path, path.includes(' ')]);
  });

  it('has no two commands or aliases of one name', () => {
    const first = [...COMMANDS.map(({ name }) => name), ...commands.flatMap(([, { aliases = [] }]) => aliases)];

    expect(first.toSorted()).toEqual([...new Set(first)].toSorted());
  });

  it.each(commands.filter(([, { forHumans }]) => forHumans === true))(
    'names `%s` as a command for people, which agents cannot run through another program',
    (path, { aliases = [] }) => {
      for (const words of [path, ...aliases])
        expect([words, namesHumanCommand(['tool', 'licet', ...words.split(' '), 'x'])]).toEqual([words, true]);
    },
  );

  it('is what the page of the documentation is written from', () => {
    const page = readFileSync(new URL('../../../docs/commands.md', import.meta.url), 'utf8');

    expect(page).toBe(commandPage(COMMANDS));
  });
});

describe('the help', () => {
  it('of `licet` alone shows the eight commands that matter most', () => {
    expect(mainHelp(COMMANDS).match(/^  licet [a-z-]+/gmu)).toEqual(
      ['init', 'doctor', 'check', 'explain', 'approve', 'console', 'status', 'logs'].map(name => `  licet ${name}`),
    );
  });

  it('lists every command in its group', () => {
    const text = helpOf(program);

    expect(text).not.toContain('\nCommands:');
    expect(text.match(/^[A-Z][a-z ]+:$/gmu)).toEqual(['Options:', ...COMMAND_GROUPS.map(group => `${group}:`), 'Help:']);
    for (const { name } of COMMANDS) expect(text).toMatch(new RegExp(`^  ${name} `, 'mu'));
  });
});
