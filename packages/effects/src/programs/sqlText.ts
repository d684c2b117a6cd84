/** How a family of databases reads quotes and comments. Every one knows `'…'` and block comments. */
interface Dialect {
  /** Quotes of texts besides `'`, and of names. */
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
const dialects = {
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
const spoken: Readonly<Record<string, Dialect>> = {
  psql: {
    ...dialects.postgres,
    command: /\\(?:![^\n]*|[a-z_]+[+xS]*(?:'(?:[^'\n]|'')*'|`[^`\n]*`|[^\\\n]|\\(?![a-z_!\\]))*(?:\\\\)?)/,
    rows: true,
  },
  mysql: {
    ...dialects.mysql,
    command: /\\[!.TP][^;\n]*|\b(?:system|source|tee|pager)\b(?<=(?:^|;)[ \t]*\w+)[ \t][^;\n]*/,
  },
  sqlite: { ...dialects.sqlite, command: DOT_COMMAND },
  duckdb: { ...dialects.postgres, command: DOT_COMMAND },
  sqlcmd: { ...dialects.sqlServer, command: /^[ \t]*(?::?!!|:(?:r|out|error|perftrace)[ \t])[^\n]*/ },
  sqlplus: { ...dialects.oracle, command: /^[ \t]*(?:[!$@]|(?:ho(?:st)?|sta(?:rt)?|spo(?:ol)?)[ \t])[^\n]*/ },
  cql: { ...dialects.cassandra, command: /^[ \t]*(?:source|capture|copy)[ \t][^\n]*/ },
  cypher: { texts: '"', names: '`', backslash: 'all', line: ['//'] },
};

/** A part of a text, with its quotes and signs; `inner` is what stands between quotes. */
export interface SqlPiece {
  readonly kind: 'code' | 'text' | 'name' | 'tag' | 'comment' | 'command';
  readonly text: string;
  readonly inner?: string;
}

type Kind = SqlPiece['kind'];

/** What a sign opens, where that ends, and how long its closing sign is. */
type Opened = readonly [kind: Kind, end: number, closing?: number];

const TAG = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy;

const escaped = (text: string): string => text.replace(/[\\^$*+?.()|[\]{}/]/g, String.raw`\$&`);

/** What may start something else than code. */
function openingOf({ texts = '', names, backslash, dollars, alternatives, triples, line, rows, command }: Dialect): RegExp {
  const signs = [
    command?.source,
    ...line.map(escaped),
    String.raw`\/\*`,
    rows && String.raw`\n(?<=\bfrom\s{1,9}stdin\b[^;\n]{0,200};[ \t]{0,9}\n)`,
    dollars && String.raw`(?<![\w$\u0080-\uffff])${TAG.source}`,
    triples && `'''|"""`,
    alternatives && String.raw`\bq'\S|\bnq'\S`,
    backslash === 'marked' && String.raw`\be'`,
    `[${escaped(`'${texts}${names}`)}]`,
  ];
  return new RegExp(signs.filter(sign => typeof sign === 'string').join('|'), 'gim');
}

const openings = new Map<Dialect, RegExp>();

const QUOTES: ReadonlySet<string> = new Set(["'", '"', '`', '[']);

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/** How many quotes and comments of a text are read; what stands behind them is code. */
const MOST_SIGNS = 4000;

/** One pass over a text in one dialect. What is opened and never closed hides nothing: from there on all is code. */
class Lexer {
  readonly #pieces: SqlPiece[] = [];
  /** Tags that are open. What stands between them is read as code; each piece in it ends with the outermost. */
  readonly #tags: string[] = [];
  readonly #open = new Set<string>();
  /** Whether a statement has begun. */
  #begun = false;
  readonly #text: string;
  readonly #dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  pieces(): readonly SqlPiece[] {
    const { command } = this.#dialect;
    const whole = openings.get(this.#dialect) ?? openingOf(this.#dialect);
    openings.set(this.#dialect, whole);
    let opening: RegExp | undefined = whole;
    let code = 0;
    for (let at = 0, signs = 0; opening !== undefined; signs++) {
      opening.lastIndex = at;
      const match = opening.exec(this.#text);
      if (match === null) break;
      const [sign] = match;
      this.#begin(this.#text.slice(at, match.index));
      at = match.index + sign.length;
      const isRead = signs < MOST_SIGNS || opening !== whole;
      const [kind, end, width]: Opened | [] = (isRead ? this.#opened(sign, at) : undefined) ?? [];
      if (end === undefined) opening = command && new RegExp(command.source, 'gim');
      else at = end;
      if (kind === undefined || kind === 'code') continue;
      this.#add('code', code, match.index);
      this.#add(kind, match.index, at, sign.length, width);
      code = at;
    }
    this.#add('code', code, this.#text.length);
    return this.#pieces;
  }

  #begin(code: string): void {
    const last = code.lastIndexOf(';');
    this.#begun = /\S/.test(code.slice(last + 1)) || (this.#begun && last < 0);
  }

  #add(kind: Kind, from: number, to: number, sign: number = 0, width: number = 0): void {
    if (to <= from) return;
    const text = this.#text.slice(from, to);
    const isQuoted = kind === 'text' || kind === 'name';
    if (isQuoted) this.#begun = true;
    this.#pieces.push(isQuoted ? { kind, text, inner: text.slice(sign, text.length - width) } : { kind, text });
  }

  #opened(sign: string, from: number): Opened | undefined {
    const { line, names, backslash, dollars } = this.#dialect;
    const quote = sign.at(-1) ?? '';
    if (sign.length === 1 && QUOTES.has(sign)) {
      const isName = names.includes(sign);
      return this.#quoted(isName ? 'name' : 'text', from, sign, !isName && backslash === 'all');
    }
    if (line.includes(sign)) return this.#lineComment(sign, from);
    if (sign === '/*') return this.#blockComment(from);
    if (sign === '\n') return this.#upTo('comment', from - 1, '\n\\.');
    if (dollars === true && sign.startsWith('$')) return this.#tag(sign, from);
    if (/^(?:'''|""")$/.test(sign)) return this.#upTo('text', from, sign, backslash === 'all');
    if (/^n?q'.$/is.test(sign)) return this.#upTo('text', from, `${CLOSING[quote] ?? quote}'`);
    return /^e'$/i.test(sign) ? this.#quoted('text', from, quote, true) : ['command', from];
  }

  #lineComment(sign: string, from: number): Opened {
    const isMinus = sign === '--' && this.#dialect.runsComments === true && /\S/.test(this.#text[from] ?? ' ');
    if (isMinus && this.#begun) return ['code', from];
    const [, end] = this.#ended('comment', from, at => (this.#text[at] === '\n' ? 0 : 1)) ?? [];
    return ['comment', end ?? this.#text.length];
  }

  #blockComment(from: number): Opened | undefined {
    const { runsComments, nests } = this.#dialect;
    const run = runsComments === true ? /^m?!\d{0,6}/i.exec(this.#text.slice(from, from + 8)) : null;
    if (run !== null) return ['comment', from + run[0].length];
    let depth = 1;
    return this.#ended('comment', from, at => {
      if (this.#text.startsWith('*/', at)) return --depth === 0 ? -2 : 2;
      const isInner = nests === true && this.#text.startsWith('/*', at);
      if (isInner) depth++;
      return isInner ? 2 : 1;
    });
  }

  #quoted(kind: Kind, from: number, quote: string, escapes: boolean): Opened | undefined {
    const text = this.#text;
    const end = CLOSING[quote] ?? quote;
    const doubles = end !== ']' || this.#dialect.nests === true;
    return this.#ended(kind, from, at => {
      if (text[at] !== end) return escapes && text[at] === '\\' ? 2 : 1;
      return doubles && text[at + 1] === end ? 2 : -1;
    });
  }

  #upTo(kind: Kind, from: number, end: string, escapes: boolean = false): Opened | undefined {
    return this.#ended(kind, from, at =>
      this.#text.startsWith(end, at) ? -end.length : escapes && this.#text[at] === '\\' ? 2 : 1,
    );
  }

  /** Follows a piece to its end: `step` is how many characters to pass, or none and less for those of the closing sign. */
  #ended(kind: Kind, from: number, step: (at: number) => number): Opened | undefined {
    for (let at = from; at < this.#text.length;) {
      if (this.#tags.length > 0 && this.#text[at] === '$' && this.#closesTag(at)) return ['code', at];
      const passed = step(at);
      if (passed <= 0) return [kind, at - passed, -passed];
      at += passed;
    }
    return undefined;
  }

  #closesTag(at: number): boolean {
    TAG.lastIndex = at;
    return this.#open.has(TAG.exec(this.#text)?.[0] ?? '');
  }

  #tag(sign: string, from: number): Opened {
    if (!this.#open.has(sign)) {
      this.#open.add(sign);
      this.#tags.push(sign);
      return ['tag', from];
    }
    for (let last = ''; last !== sign;) this.#open.delete((last = this.#tags.pop() ?? sign));
    return ['tag', from];
  }
}

/** The parts of a text in a language that programs are described with. */
export const sqlPieces = (text: string, language: string): readonly SqlPiece[] =>
  new Lexer(text, spoken[language] ?? dialects.postgres).pieces();

/** A text as one dialect reads it, without comments and the commands of a client. */
export interface SqlReading {
  /** With all texts, in `'`, and names. */
  readonly source: string;
  /** With `''` for texts and `""` for names, but for those of functions. */
  readonly bare: string;
  /** With `''` for texts, and names without their quotes. */
  readonly names: string;
}

/** Whether a function is called by the name before. */
function isCalled(pieces: readonly SqlPiece[], at: number): boolean {
  const isBlank = ({ kind, text }: SqlPiece): boolean => kind === 'comment' || (kind === 'code' && text.trim() === '');
  let next = at + 1;
  while (pieces[next] !== undefined && isBlank(pieces[next] as SqlPiece)) next++;
  return pieces[next]?.text.trimStart().startsWith('(') === true;
}

function readingOf(pieces: readonly SqlPiece[]): SqlReading {
  const reading = { source: '', bare: '', names: '' };
  for (const [at, { kind, text, inner = text }] of pieces.entries()) {
    const gap = kind === 'command' ? '\n' : ' ';
    const isGap = kind === 'command' || kind === 'comment';
    reading.source += isGap ? gap : kind === 'text' ? `'${inner.replaceAll("'", '')}'` : text;
    if (kind === 'name') reading.bare += isCalled(pieces, at) ? inner : '""';
    else reading.bare += kind === 'text' ? "''" : kind === 'code' ? text : gap;
    reading.names += kind === 'text' ? "''" : kind === 'name' || kind === 'code' ? inner : gap;
  }
  return reading;
}

const isSame = (one: SqlReading, other: SqlReading): boolean =>
  one.source === other.source && one.bare === other.bare && one.names === other.names;

/**
 * A text as the databases read it that it may be meant for: one reading for a language that programs are described with, else one
 * for each dialect, where they differ. A part that any of them runs is code in its reading.
 */
export function readSql(text: string, language: string = 'sql'): readonly SqlReading[] {
  if (!/['"`#$\\[]|--|\/[*/]/.test(text)) return [{ source: text, bare: text, names: text }];
  const known = spoken[language];
  const read: SqlReading[] = [];
  for (const dialect of known === undefined ? Object.values(dialects) : [known]) {
    const reading = readingOf(new Lexer(text, dialect).pieces());
    if (!read.some(each => isSame(each, reading))) read.push(reading);
  }
  return read;
}
