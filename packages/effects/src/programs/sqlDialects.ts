/** How a family of databases reads quotes and comments. Every one knows `'…'` and block comments. */
export interface Dialect {
  /** Quotes of texts other than `'`, and of names. */
  readonly texts?: string;
  readonly names: string;
  /** A backslash takes the next character as it is: in all texts, or in `E'…'`. */
  readonly backslash?: 'all' | 'marked';
  /** `$tag$ … $tag$` around a text, which is mostly code. */
  readonly dollars?: true;
  /** `q'[ … ]'`, and `'''` for a text over lines. */
  readonly alternatives?: true;
  readonly triples?: true;
  /** Signs that start a comment up to the end of the line. */
  readonly line: readonly string[];
  /** A block comment may hold another one, and a name in brackets `]]`. */
  readonly nests?: true;
  /** A comment that starts with `!` is run, and `--` within a statement is a comment only before a blank. */
  readonly runsComments?: true;
  /** Commands of the database's own shell, which stand outside of its statements, and rows for `copy … from stdin`. */
  readonly command?: RegExp;
  readonly rows?: true;
}

const DASHES = ['--'];

/** Sources: the lexical chapters of the manuals of the databases. */
export const dialects = {
  postgres: { names: '"', backslash: 'marked', dollars: true, line: DASHES, nests: true },
  mysql: { texts: '"', names: '`', backslash: 'all', line: [...DASHES, '#'], runsComments: true },
  sqlite: { names: '"`[', line: DASHES },
  sqlServer: { names: '"[', line: DASHES, nests: true },
  oracle: { names: '"', alternatives: true, line: DASHES },
  bigQuery: { texts: '"', names: '`', backslash: 'all', dollars: true, triples: true, line: [...DASHES, '#'] },
  spark: { texts: '"', names: '`', backslash: 'all', line: DASHES, nests: true },
  snowflake: { names: '"', backslash: 'all', dollars: true, line: [...DASHES, '//'] },
  cassandra: { names: '"', dollars: true, line: [...DASHES, '//'] },
} as const satisfies Readonly<Record<string, Dialect>>;

const DOT_COMMAND = /^[ \t]*\.[a-z][^\n]*/;

/** The dialects of the languages that programs are described with. Sources for the commands: the manuals of the shells. */
export const spoken: Readonly<Record<string, Dialect>> = {
  psql: {
    ...dialects.postgres,
    command: /\\(?:![^\n]*|[a-z_]+[+xS]*(?:'(?:[^'\n]|'')*'|`[^`\n]*`|[^\\\n]|\\(?![a-z_!\\]))*(?:\\\\)?)/,
    rows: true,
  },
  mysql: { ...dialects.mysql, command: /\\[!.TP][^;\n]*|\b(?:system|source|tee|pager)\b(?<=(?:^|;)[ \t]*\w+)[ \t][^;\n]*/ },
  sqlite: { ...dialects.sqlite, command: DOT_COMMAND },
  duckdb: { ...dialects.postgres, command: DOT_COMMAND },
  sqlcmd: { ...dialects.sqlServer, command: /^[ \t]*(?::?!!|:(?:r|out|error|perftrace)[ \t])[^\n]*/ },
  sqlplus: { ...dialects.oracle, command: /^[ \t]*(?:[!$@]|(?:ho(?:st)?|sta(?:rt)?|spo(?:ol)?)[ \t])[^\n]*/ },
  cql: { ...dialects.cassandra, command: /^[ \t]*(?:source|capture|copy)[ \t][^\n]*/ },
  cypher: { texts: '"', names: '`', backslash: 'all', line: ['//'] },
};
