import type { Finding } from './descriptor.ts';
import { isHostFolder } from './mounts.ts';
import { effect } from './shapes.ts';

/** The file of services in a folder: Compose takes the first that is there. Source: its manual. */
export const COMPOSE_FILES: readonly string[] = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

/** The same with those that it takes on top. */
export const WITH_OVERRIDES: readonly string[] = COMPOSE_FILES.flatMap(name => [name, name.replace(/(?=\.\w+$)/, '.override')]);

/** A service of a compose file, as far as it says what it reaches and runs. */
interface Service {
  readonly name: string;
  readonly image: string;
  readonly mounts: readonly string[];
  readonly flags: readonly string[];
  readonly command: readonly string[];
}

/** One line of YAML: how far it is indented, its key, and its value; `-` alone is the key of an item without one. */
interface Line {
  readonly indent: number;
  readonly isItem: boolean;
  readonly key: string | undefined;
  readonly value: string;
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/s, '$2');

function linesOf(text: string): readonly Line[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [, space = '', dash, rest = ''] = /^( *)(- +)?(.*)$/.exec(line.replace(/(?:^|\s)#.*$/, '')) ?? [];
    if (rest.trim() === '' || line.length > 4096) return [];
    const [, key, value] = /^([\w.-]+|<<):(?:\s+(.*))?$/.exec(rest.trim()) ?? [];
    return [
      { indent: space.length, isItem: dash !== undefined, key, value: key === undefined ? rest.trim() : (value ?? '').trim() },
    ];
  });
}

/** The items of a list in one line, or that one value. */
const inline = (value: string): readonly string[] =>
  value.startsWith('[')
    ? (value.slice(1).match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^,\]\s][^,\]]*/g) ?? []).map(unquoted)
    : value === ''
      ? []
      : [unquoted(value)];

/** The lines below a line, up to the next one that is indented no further. */
function below(lines: readonly Line[], at: number): readonly Line[] {
  const indent = lines[at]?.indent ?? 0;
  const isOwnList = (line: Line): boolean => line.isItem && line.indent === indent && lines[at]?.isItem === false;
  const end = lines.findIndex((line, i) => i > at && line.indent <= indent && !isOwnList(line));
  return lines.slice(at + 1, end < 0 ? undefined : end);
}

/** The values of a member, in one line or as a list. */
function valuesOf(lines: readonly Line[], name: string): readonly string[] {
  const at = lines.findIndex(({ key, isItem, indent }) => key === name && !isItem && indent === lines[0]?.indent);
  return at < 0 ? [] : valuesAt(lines, at);
}

function valuesAt(lines: readonly Line[], at: number): readonly string[] {
  const { value = '' } = lines[at] ?? {};
  const items = below(lines, at);
  if (/^[|>][+-]?$/.test(value))
    return [items.map(line => (line.key === undefined ? line.value : `${line.key}: ${line.value}`)).join(' ')];
  return value !== '' ? inline(value) : items.filter(({ key }) => key === undefined).map(line => unquoted(line.value));
}

/** The members that a service takes over from an anchor: `<<: *base`. */
function merged(lines: readonly Line[], all: readonly Line[]): readonly Line[] {
  const indent = lines[0]?.indent ?? 0;
  const names = lines.flatMap(({ key, value }) => (key === '<<' ? value.replace(/[[\]*\s]/g, '').split(',') : []));
  const taken = names.flatMap(name => {
    const at = all.findIndex(({ value }) => value === `&${name}`);
    const block = at < 0 ? [] : below(all, at);
    return block.map(line => ({ ...line, indent: line.indent - (block[0]?.indent ?? 0) + indent }));
  });
  return [...lines, ...taken];
}

/** Mounts in the long form: `type: bind`, `source: /`, `target: /host`. */
function longMounts(lines: readonly Line[]): readonly string[] {
  const text = lines.map(({ isItem, key = '', value }) => `${isItem ? '\n' : ' '}${key}=${unquoted(value)}`).join('');
  return text.split('\n').flatMap(item => {
    const [source, target] = ['source', 'target'].map(name => new RegExp(`\\b${name}=(\\S+)`).exec(item)?.[1]);
    return source === undefined || target === undefined || !/type=bind/.test(item) ? [] : [`${source}:${target}`];
  });
}

/** Words of a command in one text; those in a list are words already. */
const wordsOf = (values: readonly string[]): readonly string[] =>
  values.length === 1 ? ((values[0] ?? '').match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? []).map(unquoted) : values;

function serviceOf(name: string, lines: readonly Line[]): Service {
  const mounts = [...valuesOf(lines, 'volumes'), ...longMounts(lines)].filter(mount => /^(?:[.~/$]|[A-Za-z]:)/.test(mount));
  const shared = ['pid', 'ipc', 'userns_mode', 'network_mode'].flatMap(key =>
    valuesOf(lines, key).includes('host') ? [`--${key.replace(/_mode$/, '')}=host`] : [],
  );
  return {
    name,
    image: valuesOf(lines, 'image')[0] ?? 'built',
    mounts,
    flags: [
      ...(valuesOf(lines, 'privileged')[0] === 'true' ? ['--privileged'] : []),
      ...valuesOf(lines, 'cap_add').map(capability => `--cap-add=${capability}`),
      ...shared.filter(flag => !flag.startsWith('--network')),
    ],
    command: [...wordsOf(valuesOf(lines, 'entrypoint')), ...wordsOf(valuesOf(lines, 'command'))],
  };
}

/** Longer files are not looked through. */
const MOST_TEXT = 65_536;

/** The files from which Compose fills in values: those that any part of the file names, and `.env` where a value is to be filled in. */
export function valueFilesOf(text: string): readonly string[] {
  const whole = text.slice(0, MOST_TEXT);
  const lines = linesOf(whole);
  const named = lines.flatMap(({ key }, at) =>
    key !== 'env_file'
      ? []
      : [...valuesAt(lines, at), ...below(lines, at).flatMap(line => (line.key === 'path' ? [unquoted(line.value)] : []))],
  );
  return [...new Set([...named, ...(/\$\{?\w/.test(whole) ? ['.env'] : [])])].filter(name => name !== '');
}

/** A word as the shell takes it: variables and `~` mean what they mean to compose, anything else means itself. */
const shellWord = (word: string): string =>
  /^[\w.~/${}:@,+=*?-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * The services that `up` or `run` of a compose file starts, each as the `docker run` that does the same: its mounts, its rights and its
 * command. `words` are the subcommand and its operands.
 */
export function composeCommands(text: string, words: readonly string[]): readonly string[] {
  const lines = linesOf(text);
  const start = lines.findIndex(({ key, indent }) => key === 'services' && indent === 0);
  const inside = start < 0 ? [] : below(lines, start);
  const [verb, ...operands] = words;
  const services = inside.flatMap((line, at) =>
    line.key === undefined || line.isItem || line.indent !== inside[0]?.indent
      ? []
      : [serviceOf(line.key, merged(below(inside, at), lines))],
  );
  const named = services.filter(({ name }) => operands.includes(name));
  const own = verb === 'run' ? operands.slice(operands.indexOf(named[0]?.name ?? '') + 1) : [];
  return (named.length > 0 ? named : services).map(({ image, mounts, flags, command }) =>
    ['docker', 'run', ...flags, ...mounts.flatMap(mount => ['-v', mount]), image, ...(own.length > 0 ? own : command)]
      .map(word => shellWord(word.replaceAll('$$', '$')))
      .join(' '),
  );
}

const FILE_OPTION = /^(?:-f|--file|--kube-file)$/;

/** The files that say which containers a call starts: those that its options or words name, else the ones that it takes by itself. */
export function containerFilesOf(program: string, words: readonly string[]): readonly string[] {
  const said = [program, ...words].join(' ');
  const given = words.flatMap((word, at) => {
    const [, attached] = /^--file=(.*)$/s.exec(word) ?? [];
    return attached ?? (FILE_OPTION.test(words[at - 1] ?? '') ? word : []);
  });
  if (
    /^(?:(?:docker|podman|nerdctl) (?:\S+ )*compose|(?:docker|podman)-compose) (?:\S+ )*(?:up|run|create|start|watch|exec)\b/.test(
      said,
    )
  )
    return given.length > 0 ? given : WITH_OVERRIDES;
  if (/^podman (?:\S+ )*(?:kube play|play kube)\b/.test(said)) return words.slice(-1);
  return /^docker (?:\S+ )*stack deploy\b/.test(said) ? given : [];
}

/** A folder of this machine before its name in a container, and a mode: `~/a:/b:ro`, `${HOME}:/h`. */
const SHORT = /(?:^|[\s"'[,])((?:~|\$\{?HOME\}?|\.\.|\/)[^\s"':,\]]*):(\/[^\s"',:\]]*)(?::(\w[\w,]*))?/gm;

/** The same with keys: `source: /a`, `device: /a`, `hostPath: { path: /a }`. */
const LONG = /\b(?:source|device|path)["']?\s*:\s*["']?((?:~|\$\{?HOME\}?|\.\.|\/)[^\s"',}\]]*)/g;

/** What takes the walls of a container down. */
const OPEN =
  /\bprivileged["']?\s*:\s*["']?true|\b(?:pid|ipc|userns_mode)["']?\s*:\s*["']?host\b|\bhostPID["']?\s*:\s*true|\b(?:SYS_ADMIN|SYS_PTRACE|SYS_MODULE)\b/;

/**
 * What the containers of a file see of this machine. A folder that they may write counts as written by them; one that lets them rewrite the machine, or
 * read the user's credentials, as rights that they gain. Sources: the references of Compose and of Kubernetes.
 */
export function containerFileFindings(text: string, home: string | undefined): readonly Finding[] {
  if (text.length > MOST_TEXT) return [{ kind: 'unknown', note: 'a file of containers that is too long to be looked through' }];
  const own = (path: string): string => path.replace(/^(?:~|\$\{?HOME\}?)(?=\/|$)/, home ?? '~');
  const isPod = /\bhostPath\b/.test(text);
  const mounts = [
    ...[...text.matchAll(SHORT)].map(([, from = '', , mode = '']) => ({
      from: own(from),
      mayWrite: !/(?:^|,)ro(?:,|$)/.test(mode),
    })),
    ...[...text.matchAll(LONG)]
      .filter(([whole]) => isPod || !whole.startsWith('path'))
      .map(([, from = '']) => ({ from: own(from), mayWrite: true })),
  ];
  return [
    ...mounts.flatMap(({ from, mayWrite }): readonly Finding[] => [
      ...(mayWrite
        ? [{ use: { as: 'write', recursive: true, certainty: 'possible', tags: ['unlisted'] } as const, value: from }]
        : []),
      ...(isHostFolder(from, home) || (home !== undefined && from.startsWith(`${home}/.`))
        ? [effect('privilege', 'container:host', 'privilege')]
        : []),
    ]),
    ...(OPEN.test(text) ? [effect('privilege', 'container:privileged', 'privilege')] : []),
  ];
}
