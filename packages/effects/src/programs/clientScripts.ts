import type { Finding } from './descriptor.ts';
import { dockerfileFindings } from './images.ts';
import { effect, loses, shows } from './shapes.ts';
import { sqlPieces } from './sqlText.ts';

/** A text for the client of a database or for a builder of images, taken apart: what it does here, and what is left for the database. */
export interface ClientScript {
  readonly findings: readonly Finding[];
  readonly statements: string;
}

/** The languages that the shells of databases speak, and that of images. */
export const CLIENT_LANGUAGES: ReadonlySet<string> = new Set([
  'sql',
  'psql',
  'mysql',
  'sqlite',
  'duckdb',
  'sqlcmd',
  'sqlplus',
  'cql',
  'cypher',
  'mongo',
  'redis',
  'dockerfile',
]);

const shell = (value: string): Finding => ({ use: { as: 'shell', tags: ['runs_code'] }, value });
const unseen = (note: string): Finding => effect('unknown', `database:${note}`, 'runs_code');

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^(['"])([\s\S]*)\1$/, '$2')
    .replace(/^\$\$([\s\S]*)\$\$$/, '$1');

/** A place for output: a file, or a program behind `|`. */
const sink = (text: string): readonly Finding[] => {
  const target = unquoted(text);
  if (target.startsWith('|')) return [{ use: { as: 'shell', fed: true, tags: ['runs_code'] }, value: target.slice(1) }];
  return target === '' || /^(?:stdout|pstdout|off|on)$/i.test(target)
    ? []
    : [{ use: 'write', value: target.split(/\s+/)[0] ?? target }];
};

/** A place for input: a file, or a program behind `|`. */
const source = (text: string): readonly Finding[] => {
  const target = unquoted(text);
  return target.startsWith('|')
    ? [shell(target.slice(1))]
    : target === '' || /^p?stdin$/i.test(target)
      ? []
      : [{ use: 'read', value: target }];
};

const script = (text: string, language: string): readonly Finding[] => {
  const target = unquoted(text);
  if (target.startsWith('|')) return [shell(target.slice(1)), unseen('runs what a program prints')];
  return target === '' ? [] : [{ use: { as: 'execute', language }, value: target }];
};

/** What stands behind a query in parentheses, which has a `from` of its own. */
function behindQuery(text: string): string {
  if (!/^\s*\(/.test(text)) return text;
  const pieces = sqlPieces(text, 'sql');
  let depth = 0;
  let start = 0;
  for (const piece of pieces) {
    for (const { 0: sign, index } of piece.kind === 'code' ? piece.text.matchAll(/[()]/g) : [])
      if ((depth += sign === '(' ? 1 : -1) === 0) return text.slice(start + index + 1);
    start += piece.text.length;
  }
  return text;
}

/** What `\copy` reads or writes. */
const copied = (rest: string): readonly Finding[] => {
  const [, direction, program, target = ''] =
    /\b(from|to)\s+(program\s+)?('(?:[^']|'')*'|\$\$[\s\S]*?\$\$|\S+)/i.exec(behindQuery(rest)) ?? [];
  if (direction === undefined) return [];
  if (program !== undefined)
    return [
      {
        use: { as: 'shell', ...(direction.toLowerCase() === 'to' ? { fed: true as const } : {}), tags: ['runs_code'] },
        value: unquoted(target),
      },
    ];
  return direction.toLowerCase() === 'to' ? sink(target) : source(target);
};

/** A command of psql by its name. Source: the reference page of psql. */
const psqlCommand = (name: string, rest: string): readonly Finding[] => {
  const ticks = [...rest.matchAll(/`([^`]*)`/g)].map(([, text = '']) => shell(text));
  if (name === '!') return [shell(rest)];
  if (/^(?:g|gx|o|out|w|write|s)$/.test(name)) return [...ticks, ...sink(rest.replace(/^\([^)]*\)\s*/, ''))];
  if (name === 'gexec') return [unseen('runs what a query gives')];
  if (/^(?:i|ir|include|include_relative)$/.test(name)) return script(rest, 'psql');
  if (name === 'copy') return copied(rest);
  if (name === 'setenv') return [{ use: 'environment', value: rest.trim().replace(/\s+/, '=') }];
  if (name === 'lo_import') return source(rest.split(/\s+/)[0] ?? '');
  if (name === 'lo_export') return sink(rest.split(/\s+/)[1] ?? '');
  if (name === 'pset' && /^pager\s+(?!on\b|off\b|always\b)\S/.test(rest)) return [unseen('starts a pager')];
  return ticks;
};

/** Takes the commands of a client out of a text and judges each; what stands in texts and comments is none. */
function takeCommands(language: string, text: string, judge: (command: string) => readonly Finding[]): ClientScript {
  const pieces = sqlPieces(text, language);
  return {
    findings: pieces.flatMap(({ kind, text: command }) => (kind === 'command' ? judge(command) : [])),
    statements: pieces.map(({ kind, text: part }) => (kind === 'command' ? '\n' : part)).join(''),
  };
}

const psql = (text: string): ClientScript =>
  takeCommands('psql', text, command => {
    const [word = '', name = ''] = /^\\(!|[a-z_]+[xS]*)\+?/i.exec(command) ?? [];
    return psqlCommand(name, command.slice(word.length).replace(/\\\\$/, '').trim());
  });

const MYSQL_NAMES: Readonly<Record<string, string>> = { '\\!': 'system', '\\.': 'source', '\\T': 'tee', '\\P': 'pager' };

/** Source: the manual of mysql, client commands. The long names count at the start of a statement, the short ones anywhere. */
const mysql = (text: string): ClientScript =>
  takeCommands('mysql', text, command => {
    const [, word = '', rest = ''] = /^(\\.|\w+)\s*(.*)$/s.exec(command) ?? [];
    const name = MYSQL_NAMES[word] ?? word.toLowerCase();
    if (name === 'system') return [shell(rest)];
    if (name === 'source') return script(rest, 'mysql');
    if (name === 'tee') return sink(rest);
    return /^(?:less|more|cat|most)?(?:\s-\w+)*\s*$/.test(unquoted(rest)) ? [] : [shell(unquoted(rest))];
  });

const last = (text: string): string => text.trim().split(/\s+/).at(-1) ?? '';

/** A command with a dot in front. Sources: the command-line shells of SQLite and DuckDB. */
const dotCommand = (name: string, rest: string, language: string): readonly Finding[] => {
  if (/^(?:sh|she|shel|shell|sy|sys|syst|syste|system)$/.test(name)) return [shell(rest)];
  if (/^(?:o|ou|out\w*|once|log|trace)$/.test(name)) return sink(rest.replace(/^-\w+\s+/, ''));
  if (/^(?:backup|save|clone)$/.test(name)) return rest === '' ? [] : [{ use: 'write', value: unquoted(last(rest)) }];
  if (/^(?:re|rea|read)$/.test(name)) return script(rest, language);
  if (/^(?:im|imp\w*)$/.test(name))
    return source((/^(?:--?\w+\s+(?:\d+\s+)?)*("[^"]*"|'[^']*'|\S+)/.exec(rest)?.[1] ?? '').trim());
  if (name === 'cd') return rest === '' ? [] : [{ use: 'chdir', value: unquoted(last(rest)) }];
  if (name === 'open' && rest !== '') {
    const isEmptied = /(?:^|\s)--?new\b/.test(rest);
    const isRead = /(?:^|\s)--?readonly\b/.test(rest);
    return [{ use: isEmptied ? 'write' : isRead ? 'read' : 'update', value: unquoted(last(rest)) }];
  }
  if (name === 'restore') return [loses('database:data'), { use: 'read', value: unquoted(last(rest)) }];
  return /^(?:load|excel|www|edit|archive|ar|editor)$/.test(name) ? [unseen(name)] : [];
};

const dotted = (text: string, language: string): ClientScript =>
  takeCommands(language, text, command => {
    const [, name = '', rest = ''] = /^\s*\.([a-z]+)(.*)$/is.exec(command) ?? [];
    return dotCommand(name.toLowerCase(), rest.trim(), language);
  });

type LineCommands = readonly (readonly [RegExp, (rest: string) => readonly Finding[]])[];

/** Commands at the start of a line, by the client, within comments too; the rest of the line is the argument. */
const byLine = (language: string, text: string, commands: LineCommands): ClientScript => ({
  ...takeCommands(language, text, () => []),
  findings: text.split('\n').flatMap(line =>
    commands.flatMap(([pattern, judge]) => {
      const rest = pattern.exec(line.trim())?.[1];
      return rest === undefined ? [] : judge(rest.replace(/;\s*$/, ''));
    }),
  ),
});

const sqlcmd = (text: string): ClientScript =>
  byLine('sqlcmd', text, [
    [/^:?!!\s*(.*)$/, rest => [shell(rest)]],
    [/^:r\s+(.*)$/i, rest => script(rest, 'sqlcmd')],
    [/^:(?:out|error|perftrace)\s+(.*)$/i, sink],
  ]);

const sqlplus = (text: string): ClientScript =>
  byLine('sqlplus', text, [
    [/^(?:!|ho(?:st)?\s+|\$)\s*(.*)$/i, rest => [shell(rest)]],
    [/^(?:@@?|sta(?:rt)?\s+)\s*(.*)$/i, rest => script(rest, 'sqlplus')],
    [/^spo(?:ol)?\s+(?!off\b)(.*)$/i, sink],
  ]);

const cql = (text: string): ClientScript =>
  byLine('cql', text, [
    [/^source\s+(.*)$/i, rest => script(rest, 'cql')],
    [/^capture\s+(?!off\b)(.*)$/i, sink],
    [/^(copy\s+.*)$/i, copied],
  ]);

const dropped: Finding = loses('database:data', 'remote_change');

const passwords: Finding = shows('database');

const LOSING_MONGO =
  /\b(?:updateMany|update|replaceOne)\s*\(\s*\{\s*\}|\b(?:dropDatabase|drop|deleteMany|deleteOne|remove|dropUser|dropAllUsers\w*|dropRole|dropIndex(?:es)?|findOneAndDelete|bulkWrite|shutdownServer|renameCollection|replSetStepDown)\s*\(|["']?(?:dropDatabase|drop|delete|shutdown|\$out|\$merge)["']?\s*:/;

const LEAVING_MONGO =
  /\b(?:load|run|runProgram|require|import|eval|cat|writeFile|removeFile|child_process|process|fs|ls|cd|Function|fetch)\s*[.(]/;

const mongo = (text: string): ClientScript => ({
  findings: [
    ...(LOSING_MONGO.test(text) ? [dropped] : []),
    ...(/system\.users\b|showCredentials/.test(text) ? [passwords] : []),
    ...(LEAVING_MONGO.test(text) ? [unseen('code that leaves the database')] : []),
  ],
  statements: '',
});

const LOSING_REDIS =
  /^(?:flushall|flushdb|del|unlink|shutdown|config|debug|eval|evalsha|fcall|function|script|restore|migrate|replicaof|slaveof|module|acl|hdel|ltrim|swapdb|failover|cluster|getdel|zremrangeby\w+)$/i;

/** Whether a command of Redis loses data, runs a script or changes the server. */
export function losesRedisData(command: string | undefined, argument: string | undefined): boolean {
  return (
    command === undefined ||
    (LOSING_REDIS.test(command) && !/^(?:get|help|list|info|nodes|load|exists|cat|whoami)$/i.test(argument ?? ''))
  );
}

/** Whether a command of Redis prints passwords. */
export const printsRedisPasswords = (words: string): boolean =>
  /^(?:config get (?:requirepass|masterauth|\*)|acl (?:list|getuser))\b/i.test(words);

const redis = (text: string): ClientScript => {
  const calls = text.split('\n').map(line => line.trim().split(/\s+/));
  return {
    findings: [
      ...(calls.some(([command = '', argument]) => losesRedisData(command, argument)) ? [dropped] : []),
      ...(calls.some(words => printsRedisPasswords(words.join(' '))) ? [passwords] : []),
    ],
    statements: '',
  };
};

/** Takes the commands of a client out of a text, wherever they stand, and says what each does. */
export function readClientScript(language: string, text: string): ClientScript {
  switch (language) {
    case 'psql':
      return psql(text);
    case 'mysql':
      return mysql(text);
    case 'sqlite':
    case 'duckdb':
      return dotted(text, language);
    case 'sqlcmd':
      return sqlcmd(text);
    case 'sqlplus':
      return sqlplus(text);
    case 'cql':
      return cql(text);
    case 'mongo':
      return mongo(text);
    case 'redis':
      return redis(text);
    case 'dockerfile':
      return { findings: dockerfileFindings(text), statements: '' };
    default:
      return { findings: [], statements: text };
  }
}
