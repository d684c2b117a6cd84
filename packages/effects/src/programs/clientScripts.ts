import type { Finding } from './descriptor.ts';
import { dockerfileFindings } from './images.ts';
import { effect, loses, shows } from './shapes.ts';

/** A text for the client of a database or for a builder of images, taken apart: what it does here, and what is left for the database. */
export interface ClientScript {
  readonly findings: readonly Finding[];
  readonly statements: string;
}

/** The languages that the shells of databases speak, and that of images. */
export const clientLanguages: ReadonlySet<string> = new Set([
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
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]/g)) {
    if (piece === '(') depth++;
    else if (piece === ')' && --depth === 0) return text.slice(index + 1);
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

/** The text with what stands in quotes blanked, every character in its place. */
const blanked = (text: string): string => text.replace(/'(?:[^']|'')*'/g, quoted => ' '.repeat(quoted.length));

const psql = (text: string): ClientScript => {
  const findings: Finding[] = [];
  const lines = text.split('\n').map(line => {
    const bare = blanked(line);
    const starts = [...bare.matchAll(/\\(?:!|[a-z_]+[+xS]*)/gi)].map(match => [match.index, match[0]] as const);
    for (const [i, [at, word]] of starts.entries()) {
      const end = word === '\\!' ? line.length : (starts[i + 1]?.[0] ?? line.length);
      findings.push(...psqlCommand(word.slice(1).replace(/\+$/, ''), line.slice(at + word.length, end).trim()));
      if (word === '\\!') break;
    }
    return line.slice(0, starts[0]?.[0] ?? line.length);
  });
  return { findings, statements: lines.join('\n') };
};

const mysqlNames: Readonly<Record<string, string>> = { '!': 'system', '.': 'source', T: 'tee', P: 'pager' };

/** Source: the manual of mysql, client commands. The long names count at the start of a statement, the short ones anywhere. */
const mysql = (text: string): ClientScript => {
  const findings: Finding[] = [];
  const command = /(?:(^|;)[ \t]*(system|source|tee|pager)[ \t]+|\\([!.TP])[ \t]*)([^;\n]*)/gim;
  const statements = text.replace(
    command,
    (_, start: string | undefined, long: string | undefined, short: string | undefined, rest: string) => {
      const name = long?.toLowerCase() ?? mysqlNames[short ?? ''] ?? '';
      if (name === 'system') findings.push(shell(rest));
      else if (name === 'source') findings.push(...script(rest, 'mysql'));
      else if (name === 'tee') findings.push(...sink(rest));
      else if (!/^(?:less|more|cat|most)?(?:\s-\w+)*\s*$/.test(unquoted(rest))) findings.push(shell(unquoted(rest)));
      return start ?? ' ';
    },
  );
  return { findings, statements };
};

const last = (text: string): string => text.trim().split(/\s+/).at(-1) ?? '';

/** A command with a dot in front. Sources: the command-line shells of SQLite and DuckDB. */
const dotCommand = (name: string, rest: string, language: string): readonly Finding[] => {
  if (/^(?:sh|she|shel|shell|sy|sys|syst|syste|system)$/.test(name)) return [shell(rest)];
  if (/^(?:o|ou|out\w*|once|log|trace)$/.test(name)) return sink(rest.replace(/^-\w+\s+/, ''));
  if (/^(?:backup|save|clone)$/.test(name)) return rest === '' ? [] : [{ use: 'write', value: unquoted(last(rest)) }];
  if (/^(?:re|rea|read)$/.test(name)) return script(rest, language);
  if (/^(?:im|imp\w*)$/.test(name))
    return source((/^(?:--?\w+\s+(?:\d+\s+)?)*("[^"]*"|'[^']*'|\S+)/.exec(rest)?.[1] ?? '').trim());
  if (/^(?:open|cd)$/.test(name))
    return rest === '' ? [] : [{ use: name === 'cd' ? 'chdir' : 'update', value: unquoted(last(rest)) }];
  if (name === 'restore') return [loses('database:data'), { use: 'read', value: unquoted(last(rest)) }];
  return /^(?:load|excel|www|edit|archive|ar|editor)$/.test(name) ? [unseen(name)] : [];
};

const dotted = (text: string, language: string): ClientScript => {
  const findings: Finding[] = [];
  const statements = text.replace(/^[ \t]*\.([a-z]+)[ \t]*([^\n]*)/gim, (_, name: string, rest: string) => {
    findings.push(...dotCommand(name.toLowerCase(), rest.trim(), language));
    return '';
  });
  return { findings, statements };
};

/** Commands at the start of a line, by the client; the rest of the line is the argument. */
const byLine = (text: string, commands: readonly (readonly [RegExp, (rest: string) => readonly Finding[]])[]): ClientScript => {
  const findings: Finding[] = [];
  const lines = text.split('\n').filter(line => {
    const found = commands.flatMap(([pattern, judge]) => {
      const rest = pattern.exec(line.trim())?.[1];
      return rest === undefined ? [] : [judge(rest.replace(/;\s*$/, ''))];
    });
    findings.push(...found.flat());
    return found.length === 0;
  });
  return { findings, statements: lines.join('\n') };
};

const sqlcmd = (text: string): ClientScript =>
  byLine(text, [
    [/^:?!!\s*(.*)$/, rest => [shell(rest)]],
    [/^:r\s+(.*)$/i, rest => script(rest, 'sqlcmd')],
    [/^:(?:out|error|perftrace)\s+(.*)$/i, sink],
  ]);

const sqlplus = (text: string): ClientScript =>
  byLine(text, [
    [/^(?:!|ho(?:st)?\s+|\$)\s*(.*)$/i, rest => [shell(rest)]],
    [/^(?:@@?|sta(?:rt)?\s+)\s*(.*)$/i, rest => script(rest, 'sqlplus')],
    [/^spo(?:ol)?\s+(?!off\b)(.*)$/i, sink],
  ]);

const cql = (text: string): ClientScript =>
  byLine(text, [
    [/^source\s+(.*)$/i, rest => script(rest, 'cql')],
    [/^capture\s+(?!off\b)(.*)$/i, sink],
    [/^(copy\s+.*)$/i, copied],
  ]);

const dropped: Finding = loses('database:data', 'remote_change');

const passwords: Finding = shows('database');

const losingMongo =
  /\b(?:updateMany|update|replaceOne)\s*\(\s*\{\s*\}|\b(?:dropDatabase|drop|deleteMany|deleteOne|remove|dropUser|dropAllUsers\w*|dropRole|dropIndex(?:es)?|findOneAndDelete|bulkWrite|shutdownServer|renameCollection|replSetStepDown)\s*\(|["']?(?:dropDatabase|drop|delete|shutdown|\$out|\$merge)["']?\s*:/;

const leavingMongo =
  /\b(?:load|run|runProgram|require|import|eval|cat|writeFile|removeFile|child_process|process|fs|ls|cd|Function|fetch)\s*[.(]/;

const mongo = (text: string): ClientScript => ({
  findings: [
    ...(losingMongo.test(text) ? [dropped] : []),
    ...(/system\.users\b|showCredentials/.test(text) ? [passwords] : []),
    ...(leavingMongo.test(text) ? [unseen('code that leaves the database')] : []),
  ],
  statements: '',
});

const losingRedis =
  /^(?:flushall|flushdb|del|unlink|shutdown|config|debug|eval|evalsha|fcall|function|script|restore|migrate|replicaof|slaveof|module|acl|hdel|ltrim|swapdb|failover|cluster|getdel|zremrangeby\w+)$/i;

/** Whether a command of Redis loses data, runs a script or changes the server. */
export function losesRedisData(command: string | undefined, argument: string | undefined): boolean {
  return (
    command === undefined ||
    (losingRedis.test(command) && !/^(?:get|help|list|info|nodes|load|exists|cat|whoami)$/i.test(argument ?? ''))
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
