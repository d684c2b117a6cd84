import type { Command } from 'commander';

import { UsageError } from '../exit.ts';
import { didYouMean } from '@licet/core/text';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';

/** One command as a shell completes it: the way there, and what may follow. */
interface Place {
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly doc: string }[];
  readonly options: readonly { readonly long: string; readonly doc: string }[];
}

const SHELLS: Readonly<Record<string, (places: readonly Place[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Every command and what may follow it, the program itself first. */
function placesOf(command: Command, path: string = ''): readonly Place[] {
  const options = command.options.flatMap(({ long, description }) => (long ? [{ long, doc: description }] : []));
  const commands = command.commands.map(each => ({ name: each.name(), doc: each.description() }));
  const below = command.commands.flatMap(each => placesOf(each, path === '' ? each.name() : `${path} ${each.name()}`));
  return [{ path, commands, options: [...options, { long: '--help', doc: 'print the help' }] }, ...below];
}

const wordsOf = ({ commands, options }: Place): string =>
  [...commands.map(({ name }) => name), ...options.map(({ long }) => long)].join(' ');

/** The case that finds the command which the words before the cursor lead to, for shells that speak POSIX. */
const walk = (places: readonly Place[]): string => {
  const steps = places.flatMap(({ path, commands }) => commands.map(({ name }) => `${path === '' ? '' : `${path} `}${name}`));
  return `case "\${path:+$path }$word" in ${steps.map(step => `"${step}"`).join('|')}) path="\${path:+$path }$word";; esac`;
};

const answers = (places: readonly Place[]): string =>
  places.map(place => `    "${place.path}") words="${wordsOf(place)}";;`).join('\n');

function bashScript(places: readonly Place[]): string {
  return `# licet completion for bash: source <(licet completion bash)
_licet() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    ${walk(places)}
  done
  case "$path" in
${answers(places)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _licet licet`;
}

function zshScript(places: readonly Place[]): string {
  return `#compdef licet
# licet completion for zsh: source <(licet completion zsh)
_licet() {
  local path_="" word words_=""
  for word in "\${words[@]:1:$((CURRENT-2))}"; do
    ${walk(places).replaceAll('$path', '$path_').replaceAll('${path', '${path_').replaceAll(' path=', ' path_=')}
  done
  case "$path_" in
${answers(places).replaceAll(' words=', ' words_=')}
  esac
  compadd -- \${=words_}
  _files
}
compdef _licet licet`;
}

function fishScript(places: readonly Place[]): string {
  const text = (doc: string): string => `'${doc.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
  const when = (path: string, { commands }: Place): string => {
    const seen = path
      .split(' ')
      .filter(word => word !== '')
      .map(word => `__fish_seen_subcommand_from ${word}`);
    const open = commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`];
    return [...seen, ...open].join('; and ');
  };
  const lines = places.flatMap(place => [
    ...place.commands.map(({ name, doc }) => `complete -c licet -n '${when(place.path, place)}' -a ${name} -d ${text(doc)}`),
    ...place.options.map(
      ({ long, doc }) => `complete -c licet -n '${when(place.path, place)}' -l ${long.slice(2)} -d ${text(doc)}`,
    ),
  ]);
  return ['# licet completion for fish: licet completion fish | source', ...lines].join('\n');
}

/** Prints the script that completes commands and options in a shell, made of the command line as it is. */
export function completion(shell: string, program: Command, { print }: Terminal): number {
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  const names = Object.keys(SHELLS);
  if (script === undefined)
    throw new UsageError(`there is no completion for \`${shell}\`${didYouMean(shell, names)}: choose one of ${names.join(', ')}`);
  print(script(placesOf(program)));
  return 0;
}

/** Adds the command. */
export function addCompletion(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('completion')
    .description('print the script that completes commands and options in a shell')
    .argument('<shell>', Object.keys(SHELLS).join(', '))
    .action((shell: string) => run(() => completion(shell, program, terminal)));
}
