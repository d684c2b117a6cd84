import type { Token } from './tokens.ts';

/** Counts the expansions of one word; false when no more are allowed. */
export type Spend = (count: number) => boolean;

const isMark = (token: Token | undefined, char: string): boolean =>
  token?.type === 'text' && !token.quoted && token.text === char;

/**
 * Brace expansion as bash does it (`a{b,c}`, `{1..9..2}`, `{x..z}`, nested), on tokens so that quoted braces stay as they
 * are. Returns one token list per word, or `undefined` when the budget is spent.
 */
export function expandBraces(tokens: readonly Token[], spend: Spend): readonly (readonly Token[])[] | undefined {
  for (let open = 0; open < tokens.length; open++) {
    if (!isMark(tokens[open], '{')) continue;
    const empty = open === 0 && isMark(tokens[1], '}');
    if (!spend(Math.ceil((tokens.length - open) / 64))) return undefined;
    const brace = empty ? undefined : readBrace(tokens, open);
    if (brace === undefined) continue;
    const middle = brace.items ?? sequence(tokens.slice(open + 1, brace.close), spend);
    if (middle === undefined) return undefined;
    const rest = tokens.slice(brace.close + 1);
    if (middle !== 'literal') return combine(tokens.slice(0, open), middle, rest, spend);
    const tails = expandBraces(rest, spend);
    return tails?.map(tail => tokens.slice(0, brace.close + 1).concat(tail));
  }
  return [tokens];
}

interface Brace {
  readonly close: number;
  /** The comma-separated items, or nothing when there is no comma. */
  readonly items: readonly (readonly Token[])[] | undefined;
}

/** Finds the closing brace as bash does: one that comes before any comma or `..` of this level closes nothing. */
function readBrace(tokens: readonly Token[], open: number): Brace | undefined {
  let depth = 0;
  let start = open + 1;
  let closable = false;
  const items: (readonly Token[])[] = [];
  for (let i = open + 1; i < tokens.length; i++) {
    const outer = depth === 0;
    if (isMark(tokens[i], '{')) depth++;
    else if (isMark(tokens[i], '}') && !outer) depth--;
    else if (isMark(tokens[i], '}') && closable) {
      if (items.length > 0) items.push(tokens.slice(start, i));
      const inner = tokens.slice(open + 1, i);
      const nested = inner.some(token => token.type === 'text' && token.text.includes(','));
      return { close: i, items: items.length > 0 ? items : nested ? [inner] : undefined };
    } else if (isMark(tokens[i], ',') && outer) {
      closable = true;
      items.push(tokens.slice(start, i));
      start = i + 1;
    } else if (outer && hasDots(tokens, i)) closable = true;
  }
  return undefined;
}

function hasDots(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  if (token?.type !== 'text' || token.quoted) return false;
  const at = token.text.indexOf('..');
  return at >= 0 && (at + 2 < token.text.length || !isMark(tokens[i + 1], '}'));
}

function combine(
  before: readonly Token[],
  items: readonly (readonly Token[])[],
  after: readonly Token[],
  spend: Spend,
): readonly (readonly Token[])[] | undefined {
  const tails = expandBraces(after, spend);
  if (tails === undefined) return undefined;
  const words: Token[][] = [];
  for (const item of items) {
    const heads = expandBraces(item, spend);
    if (heads === undefined || !spend(heads.length * tails.length)) return undefined;
    for (const head of heads) for (const tail of tails) words.push([...before, ...head, ...tail]);
  }
  return words;
}

function sequence(inner: readonly Token[], spend: Spend): readonly (readonly Token[])[] | undefined | 'literal' {
  const only = inner[0];
  if (inner.length !== 1 || only?.type !== 'text' || only.quoted) return 'literal';
  const [, from = '', to = '', by] = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(only.text) ?? [];
  const numeric = /\d/.test(from);
  if (from === '' || numeric !== /\d/.test(to)) return 'literal';
  const first = numeric ? Number(from) : from.charCodeAt(0);
  const last = numeric ? Number(to) : to.charCodeAt(0);
  const step = Math.abs(Number(by ?? 1)) || 1;
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || !spend(count)) return undefined;
  const padded = /^-?0\d/.test(from) || /^-?0\d/.test(to);
  const width = padded ? Math.max(from.length, to.length) : 0;
  const words: Token[][] = [];
  for (let i = 0; i < count; i++) {
    const value = first + (last < first ? -step : step) * i;
    words.push([{ type: 'text', text: numeric ? pad(value, width) : String.fromCharCode(value), quoted: !numeric }]);
  }
  return words;
}

function pad(value: number, width: number): string {
  const digits = String(Math.abs(value));
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
}
