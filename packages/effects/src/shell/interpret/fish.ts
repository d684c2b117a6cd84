/** A piece of a text of fish: a quoted part, a sign, or words between them. */
const PIECES = /'[^']*'|"(?:[^"\\]|\\.)*"|\\.|#[^\n]*|\$\(|[();\n]|[^'"\\#();\n$]+|\$/g;

/** What a POSIX shell writes in another way and this does not translate. */
const OTHER = /\\'|\^|>\?|<\(|[{}]|\bpsub\b|\$\$|\bswitch\b|\bargparse\b/;

const isQuoted = (piece: string): boolean => /^['"]/.test(piece);

/** The statements of a text, with substitutions in the words of a POSIX shell; undefined where brackets or quotes do not end. */
function statementsOf(text: string): readonly string[] | undefined {
  const found: string[] = [];
  let [now, depth] = ['', 0];
  for (const [piece] of text.matchAll(PIECES)) {
    if (/^['"]$/.test(piece)) return undefined;
    if (piece === '(' || piece === '$(') {
      depth += 1;
      now += '$(';
    } else if (piece === ')') {
      if ((depth -= 1) < 0) return undefined;
      now += ')';
    } else if ((piece === ';' || piece === '\n') && depth === 0) {
      found.push(now.trim());
      now = '';
    } else if (!piece.startsWith('#')) now += isQuoted(piece) ? piece : piece.replace(/\[[\d.$\w-]*\]/g, '');
    else if (/\S$/.test(now)) now += piece;
  }
  return depth === 0 ? [...found, now.trim()].filter(one => one !== '') : undefined;
}

/** `set -x NAME a b` as an assignment, `set -e NAME` as `unset`. A question of `set` changes nothing. */
function assignment(words: string): string | undefined {
  const [, options = '', name, value = ''] = /^((?:-\S+\s+)*)([A-Za-z_]\w*)\s*(.*)$/s.exec(words) ?? [];
  if (name === undefined) return undefined;
  if (/-\w*e|--erase/.test(options)) return `unset ${name}`;
  if (/-\w*[qSn]|--(?:query|show|names)/.test(options)) return 'true';
  const isOne = /^(?:'[^']*'|"[^"]*"|[^\s'"]*)$/.test(value);
  return `export ${name}=${isOne ? value : `"$(printf '%s\\n' ${value})"`}`;
}

/** Blocks that are open: what closes each, and what is between its condition and its body. */
interface Opened {
  readonly text: string;
  readonly closes: string;
}

function opened(word: string, rest: string): Opened | undefined {
  switch (word) {
    case 'for':
      return /^\w+ in\b/.test(rest) ? { text: `for ${rest}; do :`, closes: 'done' } : undefined;
    case 'while':
      return { text: `while ${plain(rest)}; do :`, closes: 'done' };
    case 'if':
      return { text: `if ${plain(rest)}; then :`, closes: 'fi' };
    case 'begin':
      return { text: '{ :', closes: '}' };
    case 'function':
      return { text: `${/^[\w-]+/.exec(rest)?.[0] ?? 'f'}() { :`, closes: '}' };
    default:
      return undefined;
  }
}

const plain = (statement: string): string =>
  statement.replace(/^not\s+/, '! ').replace(/^set\s+(.*)$/s, (_, words: string) => assignment(words) ?? 'true');

/**
 * A text of fish in the words of a POSIX shell: its blocks, variables and substitutions. Undefined where it has none of them, so that it is
 * read as it is, and where it is not plain.
 */
export function fromFish(text: string): string | undefined {
  if (!/(?:^|[;\n][^\S\n]*)(?:for|while|if|begin|function|set|and|or|not)\s|\(/.test(text) || OTHER.test(text)) return undefined;
  const ends: string[] = [];
  const lines: string[] = [];
  for (const statement of statementsOf(text) ?? ['end']) {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(statement) ?? [];
    const block = opened(word, rest);
    if (block !== undefined) {
      ends.push(block.closes);
      lines.push(block.text);
    } else if (word === 'end') {
      const close = ends.pop();
      if (close === undefined) return undefined;
      lines.push(`${close}${rest === '' ? '' : ` ${rest}`}`);
    } else if (word === 'else')
      lines.push(
        rest.startsWith('if ') ? `elif ${plain(rest.slice(3))}; then :` : `else :`,
        rest.startsWith('if ') ? ':' : rest || ':',
      );
    else if (word === 'and' || word === 'or') lines.push(plain(rest));
    else lines.push(plain(statement));
  }
  return ends.length > 0 ? undefined : lines.join('\n');
}
