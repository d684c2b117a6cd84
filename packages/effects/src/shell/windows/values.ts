import { NotUnderstood, environment, render, textOf } from './words.ts';
import type { Piece, Word } from './words.ts';

/** A place in a text. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** Blocks and brackets around this place. */
  depth: number;
  /** Statements up to a closing sign, which stays: the grammar, which values are a part of. */
  readonly statements: (cursor: Cursor, end: string) => string;
}

/** What compares and joins values. None of them does anything. */
export const OPERATOR =
  /(?:-(?:[ic]?(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split)|join|f|is|isnot|as|and|or|xor|not|b(?:and|or|xor|not)|sh[lr])(?![\w-])|\.\.|[+*/%-](?=\s)|\+(?=['"$(])|!)/iuy;

/** Methods of texts, lists and dates, which only compute. */
const COMPUTES =
  /^(?:Contains|StartsWith|EndsWith|ToLower|ToUpper|Trim|TrimEnd|TrimStart|Split|Replace|Substring|IndexOf|LastIndexOf|ToString|PadLeft|PadRight|AddDays|AddHours|AddMinutes|AddSeconds|GetType|Equals|CompareTo|Match|Matches|IsMatch|Join|IsNullOrEmpty|IsNullOrWhiteSpace|Round|Floor|Ceiling|Abs|Max|Min|Sqrt|Parse|Combine|GetFileName|GetExtension|GetDirectoryName|GetFileNameWithoutExtension|GetFullPath|GetRelativePath|GetTempPath|GetPathRoot|IsPathRooted|ChangeExtension|Format|Concat|Reverse|Sum|Pow|Truncate|ToShortDateString|ToUniversalTime|FromSeconds|FromMinutes|NewGuid|Exists|Now|UtcNow|Today|FullName|Name|Count|Length)$/iu;

/** Methods of .NET that read, write and fetch, in the words of a POSIX shell. */
const DOES: Readonly<Record<string, (values: readonly string[]) => string>> = {
  readalltext: ([path = '']) => `cat ${path}`,
  readalllines: ([path = '']) => `cat ${path}`,
  readallbytes: ([path = '']) => `cat ${path}`,
  writealltext: ([path = '', text = '']) => `printf %s ${text} > ${path}`,
  writealllines: ([path = '', text = '']) => `printf %s ${text} > ${path}`,
  writeallbytes: ([path = '', text = '']) => `printf %s ${text} > ${path}`,
  appendalltext: ([path = '', text = '']) => `printf %s ${text} >> ${path}`,
  delete: ([path = '']) => `rm -r ${path}`,
  downloadstring: ([url = '']) => `curl ${url}`,
  downloaddata: ([url = '']) => `curl ${url}`,
  downloadfile: ([url = '', path = '']) => `curl -o ${path} ${url}`,
  uploadstring: ([url = '', text = '']) => `curl -d ${text} ${url}`,
  uploadfile: ([url = '', path = '']) => `curl -T ${path} ${url}`,
  getenvironmentvariable: ([name = '']) => `printenv ${name}`,
};

const VARIABLE =
  /\$(?:\{(?:(?<scoped>env|global|script|local|using):)?(?<braced>[^}:]+)\}|(?:(?<scope>env|global|script|local|using):)?(?<name>\w+|[_?^$]))/iuy;

/** Moves over what a pattern matches here, and returns it. */
export function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text) ?? undefined;
  if (match !== undefined) cursor.at += match[0].length;
  return match;
}

/** What comes next, for a message. */
export const rest = (cursor: Cursor): string => `\`${cursor.text.slice(cursor.at, cursor.at + 20)}\``;
/** Moves over spaces. */
export const spaces = (cursor: Cursor): void => void take(cursor, /(?:[ \t]|`\r?\n|<#[\s\S]*?#>)*/uy);
/** Moves over spaces, line breaks and comments. */
export const gap = (cursor: Cursor): void => void take(cursor, /(?:[\s;]|`\r?\n|<#[\s\S]*?#>|#[^\n]*)*/uy);
/** The sign that comes next. */
export const peek = (cursor: Cursor): string => cursor.text[cursor.at] ?? '';

/** The inside of a pair of signs, whose first one is here. */
export function inside(cursor: Cursor, open: string, close: string): string {
  if (peek(cursor) !== open) throw new NotUnderstood(`no \`${open}\``);
  cursor.at += 1;
  cursor.depth += 1;
  const found = cursor.statements(cursor, close);
  cursor.depth -= 1;
  if (peek(cursor) !== close) throw new NotUnderstood(`no \`${close}\``);
  cursor.at += 1;
  return found;
}

/** The name of a variable of PowerShell in a POSIX shell. Its case does not count. */
export const variable = (name: string): string => `ps_${name.toLowerCase().replaceAll(/\W/gu, '_')}`;

/** Words with commas between them are one list. */
export function list(cursor: Cursor, isExpression = false): Word[] {
  const words = [word(cursor, isExpression)];
  while (take(cursor, /[ \t]*,\s*/uy) !== undefined) words.push(word(cursor, isExpression));
  return words;
}

/** One word: everything up to a space or a sign that ends it. In an expression a plus sign joins texts; among the words of a command it is one. */
export function word(cursor: Cursor, isExpression = false): Word {
  const pieces: Piece[] = [];
  const start = cursor.at;
  if (peek(cursor) === '{') return { pieces, block: inside(cursor, '{', '}') };
  for (;;) {
    const sign = peek(cursor);
    if (isExpression && sign === '+' && pieces.length > 0) break;
    if (sign === "'" || (sign === '@' && cursor.text.startsWith("@'", cursor.at))) pieces.push(plainText(cursor));
    else if (sign === '"' || (sign === '@' && cursor.text.startsWith('@"', cursor.at))) pieces.push(...filledText(cursor));
    else if (sign === '$' || sign === '(' || sign === '@' || (sign === '[' && cursor.at === start)) {
      const value = expanded(cursor, cursor.at === start);
      if (value === undefined) break;
      pieces.push(...value);
    } else if (sign === '`') {
      pieces.push({ text: cursor.text[cursor.at + 1] ?? '', isBare: false });
      cursor.at += 2;
    } else {
      const text = take(cursor, /[^\s;|&(){},'"$`<>]+|[<>](?=\w)/uy)?.[0];
      if (text === undefined) break;
      pieces.push({ text, isBare: true });
    }
  }
  if (cursor.at === start) throw new NotUnderstood(rest(cursor));
  return { pieces };
}

function plainText(cursor: Cursor): Piece {
  const text = take(cursor, /@'\r?\n([\s\S]*?)\r?\n'@|'((?:[^']|'')*)'/uy);
  if (text === undefined) throw new NotUnderstood('an open quote');
  return { text: text[1] ?? (text[2] ?? '').replaceAll("''", "'"), isBare: false };
}

/** A text in double quotes, with what is filled in. */
function filledText(cursor: Cursor): readonly Piece[] {
  const here = take(cursor, /@"\r?\n([\s\S]*?)\r?\n"@/uy)?.[1];
  const inner = here === undefined ? undefined : { text: here, at: 0, depth: cursor.depth, statements: cursor.statements };
  const source = inner ?? cursor;
  const pieces: Piece[] = [];
  if (inner === undefined) cursor.at += 1;
  for (;;) {
    const text = take(source, inner === undefined ? /(?:[^"$`]|"")+/uy : /[^$`]+/uy)?.[0];
    if (text !== undefined) pieces.push({ text: inner === undefined ? text.replaceAll('""', '"') : text, isBare: false });
    else if (take(source, /`([\s\S])/uy) !== undefined) pieces.push({ text: source.text[source.at - 1] ?? '', isBare: false });
    else if (peek(source) === '$')
      pieces.push(...(/^\$[\w{(:?^$]/u.test(source.text.slice(source.at, source.at + 2)) ? filled(source) : dollar(source)));
    else break;
  }
  if (inner === undefined && take(cursor, /"/uy) === undefined) throw new NotUnderstood('an open quote');
  return pieces.length === 0 ? [{ text: '', isBare: false }] : pieces;
}

const dollar = (cursor: Cursor): readonly Piece[] => {
  cursor.at += 1;
  return [{ text: '$', isBare: false }];
};

const filled = (cursor: Cursor): readonly Piece[] =>
  cursor.text[cursor.at + 1] === '(' ? [subexpression(cursor)] : [namedValue(cursor)];

function subexpression(cursor: Cursor): Piece {
  take(cursor, /[$@]/uy);
  const found = inside(cursor, '(', ')');
  return { expansion: found === '' ? '' : `$(${found})` };
}

function namedValue(cursor: Cursor): Piece {
  const { scope, scoped, name, braced } = take(cursor, VARIABLE)?.groups ?? {};
  const called = name ?? braced;
  if (called === undefined) throw new NotUnderstood('`$`');
  if (/^env$/iu.test(scope ?? scoped ?? '')) return environment(called);
  if (/^(?:home|profile)$/iu.test(called)) return { expansion: '${HOME}' };
  if (/^pwd$/iu.test(called)) return { expansion: '.' };
  if (/^(?:true|false|null)$/iu.test(called)) return { text: /^null$/iu.test(called) ? '' : called, isBare: false };
  return { expansion: `\${${variable(called)}}` };
}

/** A value with what is asked of it: `$x.Name`, `(…).Content`, `[IO.File]::ReadAllText('a')`, `$x[0]`. */
function expanded(cursor: Cursor, isFirst: boolean): readonly Piece[] | undefined {
  let pieces: readonly Piece[];
  if (peek(cursor) === '[') {
    const type = take(cursor, /\[[\w.+[\],]*\]/uy)?.[0];
    if (type === undefined) throw new NotUnderstood('`[`');
    if (!cursor.text.startsWith('::', cursor.at)) return word(cursor).pieces;
    pieces = [];
  } else if (take(cursor, /@\{/uy) !== undefined) {
    const text = take(cursor, /[^{}$(`]*\}/uy)?.[0];
    if (text === undefined) throw new NotUnderstood('a table with values that are computed');
    return [{ text: text.slice(0, -1), isBare: false }];
  } else if (peek(cursor) === '(' || /^[$@]\(/u.test(cursor.text.slice(cursor.at, cursor.at + 2))) {
    if (!isFirst && peek(cursor) === '(') throw new NotUnderstood('`(` in a word');
    pieces = [subexpression(cursor)];
  } else pieces = [namedValue(cursor)];
  for (;;) {
    const member = take(cursor, /(?:\?\.|\.|::)(\w+)/uy)?.[1];
    if (member === undefined && take(cursor, /\[[\w'":.,\s-]*\]/uy) === undefined) return pieces;
    if (member !== undefined && peek(cursor) === '(') pieces = [...pieces, ...invoked(member, cursor)];
  }
}

function invoked(method: string, cursor: Cursor): readonly Piece[] {
  cursor.at += 1;
  const values: Word[] = [];
  for (gap(cursor); peek(cursor) !== ')'; gap(cursor)) {
    values.push(...list(cursor));
    spaces(cursor);
    if (take(cursor, OPERATOR) === undefined && peek(cursor) !== ')') throw new NotUnderstood(`\`${method}\``);
  }
  cursor.at += 1;
  const does = values.length > 0 && Object.hasOwn(DOES, method.toLowerCase()) ? DOES[method.toLowerCase()] : undefined;
  if (does !== undefined) {
    const words = values.map(value => render(value, /^https?:/iu.test(textOf(value) ?? '') ? 'text' : 'path'));
    return [{ expansion: `$(${does(words)})` }];
  }
  if (!COMPUTES.test(method)) throw new NotUnderstood(`the method \`${method}\``);
  return values.flatMap(({ pieces }) => pieces);
}
