import { translateCall } from './cmdlets.ts';
import { OPERATOR, gap, inside, list, peek, rest, spaces, take, variable, word } from './values.ts';
import type { Cursor } from './values.ts';
import { NotUnderstood, render } from './words.ts';
import type { Piece, Word } from './words.ts';

/** Deepest nesting that is followed. */
const DEEPEST = 24;

/**
 * A text of PowerShell in the words of a POSIX shell, so that one analyser judges both: cmdlets become the programs that do the same, paths
 * get forward slashes, drives become folders. Throws {@link NotUnderstood} for everything that is not plain: a construct that is not listed
 * here is never taken for harmless.
 */
export function fromPowerShell(text: string, depth: number = 0): string {
  const cursor: Cursor = { text: withFormatted(text), at: 0, depth, statements };
  const found = statements(cursor, '');
  if (cursor.at < cursor.text.length) throw new NotUnderstood(rest(cursor));
  return found;
}

/** A format of constants in brackets: `('{1}{0}' -f 'EX','I')`. */
const FORMATTED = /\(\s*(["'])((?:\{\d\}|[^"'{}$`])+)\1\s*-f\s*((?:(?:'[^']*'|"[^"$`]*")\s*,\s*)*(?:'[^']*'|"[^"$`]*"))\s*\)/giu;

/** The text with formats of constants as what they come out as. */
const withFormatted = (text: string): string =>
  text.replace(FORMATTED, (_all, _quote, format: string, given: string) => {
    const values = [...given.matchAll(/'([^']*)'|"([^"]*)"/gu)].map(([, single, double]) => single ?? double ?? '');
    return `('${format.replace(/\{(\d)\}/gu, (_hole, at: string) => values[Number(at)] ?? '')}')`;
  });

/** Statements up to a closing sign, which stays. */
function statements(cursor: Cursor, end: string): string {
  if (cursor.depth > DEEPEST) throw new NotUnderstood('nested too deeply');
  const found: string[] = [];
  for (gap(cursor); cursor.at < cursor.text.length && peek(cursor) !== end; gap(cursor)) {
    const before = cursor.at;
    let one = statement(cursor);
    for (spaces(cursor); ; spaces(cursor)) {
      const join = take(cursor, /&&|\|\|/uy)?.[0];
      if (join === undefined) break;
      gap(cursor);
      one = `${one} ${join} ${statement(cursor)}`;
    }
    if (take(cursor, /&(?!&)/uy) !== undefined) one += ' & true';
    if (one !== '') found.push(one);
    spaces(cursor);
    const isOver = cursor.at >= cursor.text.length || peek(cursor) === end || /[;\n\r#]/u.test(peek(cursor));
    const isBlock = /\}\s*$/u.test(cursor.text.slice(before, cursor.at));
    if (cursor.at === before || !(isOver || isBlock)) throw new NotUnderstood(rest(cursor));
  }
  return found.join('\n');
}

const block = (cursor: Cursor): string => {
  gap(cursor);
  return `{ ${inside(cursor, '{', '}') || 'true'}\n}`;
};

function statement(cursor: Cursor): string {
  const word =
    /(?:if|elseif|else|while|do|until|for|foreach|switch|try|catch|finally|function|filter|param|class|enum|trap|throw|return|exit|break|continue|begin|process|end|using|data|workflow)(?=[\s({;]|$)/iuy;
  const keyword = take(cursor, word)?.[0].toLowerCase();
  if (keyword !== undefined) return control(cursor, keyword);
  const assignment = take(cursor, /\$(?:(?<scope>env|global|script|local|private):)?(?<name>\w+)\s*(?:[+])?=(?!=)\s*/iuy)?.groups;
  if (assignment === undefined) return pipeline(cursor);
  const { scope, name = '' } = assignment;
  const value = pipeline(cursor);
  const given = /^printf '%s\\n' (?<word>[^\n|;&]+)$/u.exec(value)?.groups?.['word'] ?? `"$(${value})"`;
  return scope?.toLowerCase() === 'env' ? `export ${name.toUpperCase()}=${given}` : `${variable(name)}=${given}`;
}

/** A statement that begins with a keyword: its parts may each happen. */
function control(cursor: Cursor, keyword: string): string {
  spaces(cursor);
  switch (keyword) {
    case 'if':
    case 'elseif':
    case 'while':
    case 'until': {
      const condition = inside(cursor, '(', ')') || 'true';
      if (keyword === 'until') return condition;
      const then = block(cursor);
      return `if { ${condition}\n}; then ${then}\nfi`;
    }
    case 'else':
    case 'try':
    case 'finally':
    case 'do':
      return `if [ -n "$ps_either" ]; then ${block(cursor)}\nfi`;
    case 'catch':
      take(cursor, /(?:\s*\[[\w.]+\],?)*/uy);
      return `if [ -n "$ps_either" ]; then ${block(cursor)}\nfi`;
    case 'foreach': {
      const name = take(cursor, /\(\s*\$(\w+)\s+in\s+/iuy)?.[1];
      if (name === undefined) throw new NotUnderstood('`foreach`');
      const list = statements(cursor, ')');
      if (take(cursor, /\)/uy) === undefined) throw new NotUnderstood('`foreach`');
      return `for ${variable(name)} in $(${list}); do ${block(cursor)}\ndone`;
    }
    case 'return':
    case 'throw':
    case 'exit':
      return /[;}\n]|^$/u.test(peek(cursor)) ? 'true' : pipeline(cursor);
    case 'break':
    case 'continue':
      return 'true';
    default:
      throw new NotUnderstood(`\`${keyword}\``);
  }
}

function pipeline(cursor: Cursor): string {
  const parts: string[] = [];
  do {
    gap(cursor);
    parts.push(element(cursor, parts.at(-1)));
    spaces(cursor);
  } while (take(cursor, /\|(?!\|)/uy) !== undefined);
  return parts.join(' | ');
}

/** One member of a pipeline: an expression, or a command with its words. */
function element(cursor: Cursor, before?: string): string {
  const called = take(cursor, /[&.](?=[\s'"$({])\s*/uy) !== undefined;
  if (called && peek(cursor) === '{') return block(cursor);
  if (!called && (/['"$(@[\d{]/u.test(peek(cursor)) || take(cursor, /(?=-not\b|!)/iuy) !== undefined)) return expression(cursor);
  const words: Word[][] = [];
  const redirected: string[] = [];
  for (spaces(cursor); !/^(?:$|[;|&)}\n\r#])/u.test(peek(cursor)); spaces(cursor)) {
    const redirection = take(cursor, /(?:[1-6*]?>>?(?:&1)?)\s*/uy)?.[0].trim();
    if (redirection === undefined) words.push(list(cursor));
    else redirected.push(redirect(redirection, cursor));
  }
  return [translateCall(words, before, text => fromPowerShell(text, cursor.depth + 1)), ...redirected].join(' ');
}

function redirect(sign: string, cursor: Cursor): string {
  if (sign.endsWith('&1')) return '2>&1';
  const to = take(cursor, /\$null/iuy) === undefined ? render(word(cursor), 'path') : '/dev/null';
  return `${/^[2-6]/u.test(sign) ? '2' : ''}${sign.includes('>>') ? '>>' : '>'} ${to}`;
}

/** Values with operators between them; what comes out is printed. */
function expression(cursor: Cursor): string {
  const pieces: Piece[] = [];
  for (let more = true; more;) {
    spaces(cursor);
    while (take(cursor, OPERATOR) !== undefined) spaces(cursor);
    for (const { pieces: found, block: inner } of list(cursor, true)) {
      if (inner !== undefined) throw new NotUnderstood('a script block');
      pieces.push(...found);
    }
    spaces(cursor);
    more = take(cursor, OPERATOR) !== undefined;
  }
  const redirection = take(cursor, /[12*]?>>?(?!&)\s*/uy)?.[0].trim();
  const printed = `printf '%s\\n' ${render({ pieces }, 'text')}`;
  return redirection === undefined ? printed : `${printed} ${redirect(redirection, cursor)}`;
}

/** Every part of a text that could be a command by itself, for what a text says that is not understood as a whole. */
export function partsOf(text: string): readonly string[] {
  return text
    .split(/[;\n|&{}()]+/u)
    .map(part => part.trim())
    .filter(part => /^[A-Za-z][\w.-]*(?:\s|$)/u.test(part));
}
