import type { CommandSpec, OptionSpec, Terminal } from '@licet/core/command';

/** One command as a shell completes it: the way there, and what may follow. */
interface Place {
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly doc: string }[];
  readonly options: readonly Choice[];
  /** What its first argument may be; empty where it may be anything. */
  readonly values: readonly string[];
}

/** An option, whether a value follows it, and what that may be; empty where it may be anything, such as a file. */
interface Choice {
  readonly long: string;
  readonly doc: string;
  readonly takes: boolean;
  readonly values: readonly string[];
}

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const HELP: Choice = { long: '--help', doc: 'print the help', takes: false, values: [] };

/** Every command and what may follow it, the program itself first. */
function placesOf({ path, commands, options = [], args = [] }: Pick<CommandSpec, 'options' | 'args'> & Level): readonly Place[] {
  const values = args[0]?.[2]?.choices ?? [];
  const below = commands.flatMap(each =>
    placesOf({ ...each, path: path === '' ? each.name : `${path} ${each.name}`, commands: each.commands ?? [] }),
  );
  const names = commands.map(({ name, summary }) => ({ name, doc: summary }));
  return [{ path, commands: names, options: [...options.map(choiceOf), HELP], values }, ...below];
}

interface Level {
  readonly path: string;
  readonly commands: readonly CommandSpec[];
}

const choiceOf = ([flags, doc, { choices = [] } = {}]: OptionSpec): Choice => ({
  long: /--[\w-]+/u.exec(flags)?.[0] ?? flags,
  doc,
  takes: /[<[]/u.test(flags),
  values: choices,
});

const wordsOf = ({ commands, options, values }: Place): string =>
  [...commands.map(({ name }) => name), ...values, ...options.map(({ long }) => long)].join(' ');

/** The case that finds what may follow an option with a value. Where that is anything, nothing, so that the shell offers files. */
const valuesOf = (places: readonly Place[]): string => {
  const taking = places.flatMap(({ path, options }) =>
    options.flatMap(({ long, takes, values }) => (takes ? [{ at: `"${path} ${long}"`, values: values.join(' ') }] : [])),
  );
  const same = Map.groupBy(taking, ({ values }) => values);
  return [...same].map(([values, found]) => `    ${found.map(({ at }) => at).join('|')}) words="${values}";;`).join('\n');
};

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
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${valuesOf(places)}
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
  case "$path_ \${words[CURRENT-1]}" in
${valuesOf(places).replaceAll(' words=', ' words_=')}
  esac
  compadd -- \${=words_} || _files
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
    ...place.options.map(({ long, doc, takes, values }) => {
      const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takes ? ' -r' : '';
      return `complete -c licet -n '${when(place.path, place)}' -l ${long.slice(2)}${value} -d ${text(doc)}`;
    }),
    ...(place.values.length > 0 ? [`complete -c licet -n '${when(place.path, place)}' -f -a '${place.values.join(' ')}'`] : []),
  ]);
  return ['# licet completion for fish: licet completion fish | source', ...lines].join('\n');
}

/** Prints the script that completes commands and options in a shell, made of the table of commands. */
export function completion(shell: keyof typeof SHELLS, commands: readonly CommandSpec[], { print }: Terminal): number {
  print(SHELLS[shell](placesOf({ path: '', commands })));
  return 0;
}
