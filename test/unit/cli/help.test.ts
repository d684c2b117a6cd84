import { createProgram } from 'licet/source/program.ts';
import { describe, expect, it } from 'vitest';

type Command = ReturnType<typeof createProgram>;

const terminal = { print: () => undefined, complain: () => undefined, hasColor: false };
const program = createProgram(async () => undefined, terminal);
const groups = program.commands.filter(({ commands }) => commands.length > 0);
const commands = program.commands.flatMap(command => (command.commands.length > 0 ? command.commands : [command]));

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part: string) => (text += part) }).outputHelp();
  return text;
}

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

describe('the help', () => {
  it.each(commands.map(command => [pathOf(command), command] as const))(
    'of %s has one example that it takes',
    (path, command) => {
      const [, example = '', ...more] = helpOf(command).split('\nExample:\n  ');

      expect(more).toEqual([]);
      expect(`${example} `).toContain(`${path} `);
      const words = (example.match(/'[^']*'|\S+/gu) ?? []).slice(path.split(' ').length);
      const known = command.options.flatMap(({ short, long }) => [short, long]);
      for (const word of words.filter(each => /^--?[a-z]/u.test(each))) expect(known).toContain(word);
    },
  );

  it('lists every command in a group of its own kind', () => {
    const text = helpOf(program);

    expect(text).not.toContain('\nCommands:');
    expect(text.match(/^[A-Z][a-z ]+:$/gmu)).toEqual([
      'Options:',
      'Set up:',
      'Ask what would happen:',
      'Change a policy:',
      'Stop or let pass:',
      'See what happened:',
      'Teach what is known:',
      'Answer other programs:',
      'Help:',
    ]);
    for (const { name } of groups.map(command => ({ name: command.name() })))
      expect(text).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});
