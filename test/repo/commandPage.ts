import { COMMAND_GROUPS } from '@licet/core/command';
import type { ArgumentSpec, CommandSpec, OptionSpec } from '@licet/core/command';

const HEAD = `# Commands

Every command of \`licet\`, with its arguments and options. This page is written from the table of commands: \`npx -y pnpm@12 reference\`.

\`licet\` alone shows the commands that matter most, \`licet help --all\` lists all of them, and \`licet COMMAND --help\` explains one.
Exit codes: 0 pass or warn, 1 ask, 2 block, 3 a mistake in the command line or the policy.
`;

const FOR_HUMANS = 'Only a person can run it, in a terminal.';

/** A text as Markdown: outside of code, `<` would begin a tag. */
const cell = (text: string): string =>
  text
    .replaceAll('|', String.raw`\|`)
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`');

function row([word, help, { choices, default: usual, required, repeats } = {}]: ArgumentSpec | OptionSpec): string {
  const notes = [
    ...(choices === undefined ? [] : [choices.map(each => `\`${each}\``).join(', ')]),
    ...(usual === undefined ? [] : [`by default \`${usual}\``]),
    ...(required === true ? ['required'] : []),
    ...(repeats === true ? ['repeatable'] : []),
  ];
  return `| \`${word.replaceAll('|', String.raw`\|`)}\` | ${[cell(help), ...notes].join('; ')} |`;
}

/** The part of the page that is about a command that runs. */
function section(spec: CommandSpec, path: string): readonly string[] {
  const { summary, prints, forHumans, notes, aliases = [], args = [], options = [], examples = [], commands = [] } = spec;
  const rows = [...args, ...options].map(row);
  const said = [
    `${capital(cell(summary))}.`,
    ...(prints === undefined ? [] : [`Prints ${cell(prints)}.`]),
    ...(aliases.length === 0 ? [] : [`Short: ${aliases.map(each => `\`licet ${each}\``).join(', ')}.`]),
    ...(forHumans === true ? [FOR_HUMANS] : []),
  ];
  return [
    `### ${path}`,
    said.join(' '),
    ...(notes === undefined ? [] : [notes.includes('\n  ') ? `\`\`\`text\n${notes}\n\`\`\`` : cell(notes)]),
    ...(rows.length === 0 ? [] : [`| word | meaning |\n|---|---|\n${rows.join('\n')}`]),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.map(each => `licet ${each}`).join('\n')}\n\`\`\``]),
    ...commands.flatMap(each => section(each, `${path} ${each.name}`)),
  ];
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The page of the documentation about a table of commands. */
export function commandPage(commands: readonly CommandSpec[]): string {
  const groups = COMMAND_GROUPS.flatMap(group => [
    `## ${group}`,
    ...commands.filter(each => each.group === group).flatMap(each => section(each, each.name)),
  ]);
  return `${[HEAD.trimEnd(), ...groups].join('\n\n')}\n`;
}
