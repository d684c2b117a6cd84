import type { Finding } from './descriptor.ts';
import { loses } from './shapes.ts';
import { sqlPieces } from './readSql.ts';
import { shell, unseen, unquoted, sink, source, script, takeCommands } from './clientCommands.ts';
import type { ClientScript } from './clientCommands.ts';
import { mongo, redis } from './documentScripts.ts';

/** What sends data away while an image is built. Everything else that a build runs stays in the image. */
const SENDING =
  /--post-(?:file|data)|--upload-file|--data|--form|(?:^|\s)-(?:T|d|F|X\s*P)|\b(?:nc|ncat|socat|scp|sftp|rsync|ftp|dig|nslookup|mail|rclone)\b|\/dev\/(?:tcp|udp)\/|\b(?:push|publish|upload)\b/;

/** The words of an instruction, in either of its forms, without its flags. */
function wordsOf(rest: string): readonly string[] {
  const list = /^(?:--\S+\s+)*(\[.*\])\s*$/s.exec(rest)?.[1];
  if (list === undefined) return rest.split(/\s+/).filter(word => word !== '' && !word.startsWith('--'));
  try {
    return (JSON.parse(list) as readonly unknown[]).filter(word => typeof word === 'string');
  } catch {
    return [];
  }
}

/**
 * What the building of an image does to this machine: it reads what is copied in, and its commands may send that away. Source: the
 * Dockerfile reference.
 */
export function dockerfileFindings(text: string): readonly Finding[] {
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  return lines.flatMap((line): readonly Finding[] => {
    const [, name = '', rest = ''] = /^\s*(?:ONBUILD\s+)?(COPY|ADD|RUN)\s+(.*)$/is.exec(line) ?? [];
    if (/^run$/i.test(name))
      return SENDING.test(rest) ? [{ use: { as: 'shell', tags: ['container'] }, value: rest.replace(/^(?:--\S+\s+)+/, '') }] : [];
    if (name === '' || /^(?:--\S+\s+)*--from=/.test(rest)) return [];
    return wordsOf(rest)
      .slice(0, -1)
      .filter(source => !/^(?:<<|\w+:\/\/|git@)/.test(source))
      .map(value => ({ use: 'read', value: value.replace(/^\/+(?=.)/, '') }));
  });
}

/** The languages that the shells of databases speak, and that of images. */
export const CLIENT_LANGUAGES: ReadonlySet<string> = new Set(
  'sql psql mysql sqlite duckdb sqlcmd sqlplus cql cypher mongo redis dockerfile'.split(' '),
);

/** What is behind a query in parentheses, which has its own `from`. */
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
