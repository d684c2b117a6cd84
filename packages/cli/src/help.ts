import type { CommandSpec } from '@licet/core/command';

const IS_HELP = /^(?:help|--help|-h)$/u;

/** What a command line asks for: the main commands, all commands, or something else. */
export function helpAsked([first = 'help', ...rest]: readonly string[]): 'main' | 'all' | undefined {
  if (!IS_HELP.test(first)) return undefined;
  if (rest.length === 0) return 'main';
  return rest.length === 1 && rest[0] === '--all' ? 'all' : undefined;
}

/** The help of `licet` alone: the commands that matter most. */
export function mainHelp(commands: readonly CommandSpec[]): string {
  const main = commands.filter(({ isMain }) => isMain === true);
  const width = Math.max(...main.map(({ name }) => name.length));
  return [
    'Licet decides, before it happens, whether an AI agent may do what it is about to do.',
    '',
    ...main.map(({ name, summary }) => `  licet ${name.padEnd(width)}  ${summary}`),
    '',
    "New here? `licet init` governs this project, and `licet check --command 'rm -rf ~'` shows what would happen then.",
    '`licet help --all` lists all commands, and `licet COMMAND --help` explains one.',
  ].join('\n');
}
