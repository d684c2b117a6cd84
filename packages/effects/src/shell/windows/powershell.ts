import { OPERATOR, gap, inside, list, peek, rest, spaces, take, variable, word } from './values.ts';
import type { Cursor } from './values.ts';
import { NotUnderstood, render, bare, quoted, renderProgram, textOf, isShell } from './words.ts';
import type { Piece, Word } from './words.ts';
import { isOption, optionOf, readCall } from './call.ts';
import type { Cmdlet } from './call.ts';
import { FILE_CMDLETS } from './fileCmdlets.ts';
import { OTHERS } from './otherCmdlets.ts';

const BY_NAME: ReadonlyMap<string, Cmdlet> = new Map(
  [...FILE_CMDLETS, ...OTHERS].flatMap(one => one.names.split(' ').map(name => [name, one] as const)),
);

/** Programs of other systems with the name of an alias. With options that the cmdlet does not have, the program is meant. */
const ALSO_PROGRAMS =
  /^(?:rm|rmdir|cp|mv|ls|cat|ps|kill|sort|curl|wget|echo|tee|diff|man|sleep|mkdir|dir|cd|type|pwd|where|compare|select)$/u;

/** Aliases of cmdlets that are not described and change something. Where PowerShell has such an alias, no program of that name runs. */
const UNDESCRIBED =
  /^(?:asnp|clp|cli|clv|cnsn|cpp|dbp|dcsv|dnsn|ebp|epal|epsn|etsn|icim|ihy|ipal|ipsn|ise|iwmi|mp|nal|ncim|nmo|npssc|nsn|nv|r|rbp|rcim|rcjb|rcsn|rmo|rnp|rp|rsn|rsnp|rujb|rv|rwmi|sal|sbp|scim|set|si|sp|stz|sv|swmi|trcm)$/u;

/** A call with every command inside its words: one that the translation has no use for happens all the same. */
function withAll(translated: string, words: readonly Word[]): string {
  if (words.some(({ block }) => block !== undefined && !translated.includes(block))) throw new NotUnderstood('a script block');
  const inner = words.flatMap(({ pieces }) => pieces).flatMap(piece => ('expansion' in piece ? piece.expansion : []));
  const lost = inner.filter(text => text.startsWith('$(') && !translated.includes(text));
  return lost.length === 0 ? translated : `{ true ${lost.map(text => `"${text}"`).join(' ')}\n${translated}\n}`;
}

/** What a provider other than the file system holds behind a path: the registry, variables, certificates. */
function providerCall(name: string, words: readonly Word[]): string | undefined {
  const path = words
    .map(textOf)
    .find(text => /^(?:Microsoft\.PowerShell\.Core\\)?(?:HK[A-Z]+:|Registry::|HKEY_|Cert:|WSMan:)/iu.test(text ?? ''));
  if (path === undefined) return undefined;
  if (/^(?:get-|test-|dir$|ls$|gci$|gi$|gp$|gpv$|resolve-|cd$|set-location$|sl$)/u.test(name))
    return `printf '%s\\n' ${quoted(path)}`;
  return `reg ${/^(?:remove-|ri$|rm$|del$|erase$|rd$|rp$|clear-)/u.test(name) ? 'delete' : 'add'} ${quoted(path)}`;
}

/**
 * A call of PowerShell in the words of a POSIX shell: a cmdlet that is described as the program that does the same, every other name as a
 * program with its words.
 */
function translateCall(args: readonly (readonly Word[])[], fed: string | undefined, translate: (text: string) => string): string {
  const [[first = bare('')] = [], ...rest] = args;
  const written = textOf(first);
  const name = written?.toLowerCase().replace(/^(?:microsoft\.powershell\.(?:management|utility|core)\\)/u, '') ?? '';
  const words = rest.flat();
  const provided = providerCall(name, words);
  if (provided !== undefined) return withAll(provided, words);
  const cmdlet = BY_NAME.get(name);
  const knowsAll =
    cmdlet?.options === '*' ||
    rest.every(
      ([word]) =>
        word === undefined || !isOption(word) || (cmdlet !== undefined && optionOf(cmdlet, textOf(word) ?? '') !== undefined),
    );
  if (cmdlet !== undefined && (knowsAll || !ALSO_PROGRAMS.test(name)))
    return withAll(cmdlet.does(readCall(cmdlet, rest, fed, translate)), words);
  if (words.some(({ block }) => block !== undefined)) throw new NotUnderstood(`a script block for \`${written ?? ''}\``);
  if (UNDESCRIBED.test(name)) throw new NotUnderstood(`the alias \`${written ?? ''}\``);
  return [renderProgram(first), ...words.map(word => render(word, isShell(first) ? 'text' : 'either'))].join(' ');
}

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
