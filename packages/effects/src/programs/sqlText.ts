import type { Dialect } from './sqlDialects.ts';

/** A part of a text, with its quotes and signs; `inner` is what is between quotes. */
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

/** How many quotes and comments of a text are read; what is behind them is code. */
const MOST_SIGNS = 4000;

/** One pass over a text in one dialect. What is opened and never closed hides nothing: from there on all is code. */
export class Lexer {
  readonly #pieces: SqlPiece[] = [];
  /** Tags that are open. What is between them is read as code; each piece in it ends with the outermost. */
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
