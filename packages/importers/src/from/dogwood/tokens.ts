import { GovernanceError } from '@licet/core';

import { ImportError } from '../../importError.ts';

/** One word, sign or text of a policy. */
export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'duration' | 'sign' | 'end';
  readonly text: string;
  readonly line: number;
}

const PATTERN =
  /(?<blank>\s+|\/\/[^\n]*)|(?<text>"(?:[^"\\]|\\.)*")|(?<duration>\d+(?:ms|[smhd])\b)|(?<number>\d+)|(?<word>[A-Za-z_]\w*)|(?<sign>::|==|!=|<=|>=|&&|\|\||[-+*<>!(){}[\],.;:@=|])/uy;

/** Cuts a policy into tokens. Throws an {@link ImportError} for a character that begins none. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < source.length) {
    const at = PATTERN.lastIndex;
    const found = PATTERN.exec(source);
    if (found === null) throw new ImportError(`line ${line}: \`${source.slice(at, at + 10)}\` is no part of a Dogwood policy`);
    const [kind, text = ''] = Object.entries(found.groups ?? {}).find(([, part]) => part !== undefined) ?? ['blank'];
    if (kind !== 'blank') tokens.push({ kind: kind as Token['kind'], text, line });
    line += text.split('\n').length - 1;
  }
  return [...tokens, { kind: 'end', text: 'the end of the file', line }];
}

/** Reads tokens one after the other. */
export class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The token that comes after so many others. */
  ahead(count = 0): Token {
    return this.#tokens[Math.min(this.#at + count, this.#tokens.length - 1)] as Token;
  }

  /** Tells whether the next tokens are these. */
  isNext(...texts: readonly string[]): boolean {
    return texts.every((text, index) => this.ahead(index).text === text && this.ahead(index).kind !== 'text');
  }

  /** Takes the next token. */
  take(): Token {
    const token = this.ahead();
    this.#at = Math.min(this.#at + 1, this.#tokens.length - 1);
    return token;
  }

  /** Takes these tokens, where they are next. */
  takeIf(...texts: readonly string[]): boolean {
    if (!this.isNext(...texts)) return false;
    this.#at += texts.length;
    return true;
  }

  /** Takes these tokens. Throws an {@link UnknownForm} where something else is next. */
  expect(...texts: readonly string[]): void {
    for (const text of texts) if (!this.takeIf(text)) throw this.unknown(`expected \`${text}\``);
  }

  expectKind(kind: Token['kind'], what: string): string {
    if (this.ahead().kind !== kind) throw this.unknown(`expected ${what}`);
    return this.take().text;
  }

  /** Skips to the end of the policy that is being read. */
  skipPolicy(): void {
    let depth = 0;
    for (let token = this.take(); token.kind !== 'end'; token = this.take()) {
      if ('({['.includes(token.text) && token.kind === 'sign') depth += 1;
      if (')}]'.includes(token.text) && token.kind === 'sign') depth -= 1;
      if (token.text === ';' && depth <= 0) return;
    }
  }

  unknown(why: string): UnknownForm {
    const { text, line } = this.ahead();
    return new UnknownForm(line, `${why}, found \`${text}\``);
  }
}

/** Something in a policy that nothing here corresponds to. */
export class UnknownForm extends GovernanceError {
  override readonly name = 'UnknownForm';
  readonly line: number;

  constructor(line: number, message: string) {
    super('invalid_usage', message);
    this.line = line;
    Object.freeze(this);
  }
}
