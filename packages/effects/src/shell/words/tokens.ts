import type { Word, WordPart } from './parser.ts';

/**
 * A piece of a word before expansion: literal text, quoted or not, or something to expand. Unquoted text keeps one
 * character per token where braces, tildes or globs may be made of them.
 */
export type Token =
  | { readonly type: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly type: 'expansion'; readonly part: WordPart; readonly quoted: boolean };

/** The tokens of a word. */
export function tokenize(word: Word): Token[] {
  const tokens: Token[] = [];
  if (word.parts === undefined) unquoted(word.text, tokens);
  else for (const part of word.parts) addPart(part, tokens);
  return tokens;
}

/** The tokens of parts that are in double quotes, as in a here-document. */
export function tokenizeQuoted(parts: readonly WordPart[]): Token[] {
  const tokens: Token[] = [];
  for (const part of parts) addQuoted(part, tokens);
  return tokens;
}

function addPart(part: WordPart, tokens: Token[]): void {
  switch (part.type) {
    case 'Literal':
      return unquoted(part.text, tokens);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      tokens.push({ type: 'text', text: part.value, quoted: true });
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      if (part.parts.length === 0) tokens.push({ type: 'text', text: '', quoted: true });
      for (const child of part.parts) addQuoted(child, tokens);
      return;
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return withGaps(part, tokens);
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      tokens.push({ type: 'expansion', part, quoted: false });
  }
}

function addQuoted(part: WordPart, tokens: Token[]): void {
  if (part.type === 'Literal') tokens.push({ type: 'text', text: part.value, quoted: true });
  else if ('value' in part) tokens.push({ type: 'text', text: part.value, quoted: true });
  else tokens.push({ type: 'expansion', part, quoted: true });
}

/** Parts such as `[a"b"]` list only their insides: the text between is unquoted. */
function withGaps(part: WordPart & { readonly parts?: readonly WordPart[] | undefined }, tokens: Token[]): void {
  let at = part.pos;
  for (const child of part.parts ?? []) {
    unquoted(part.text.slice(at - part.pos, child.pos - part.pos), tokens);
    addPart(child, tokens);
    at = child.end;
  }
  unquoted(part.text.slice(at - part.pos), tokens);
}

/** `$~name`, `$=name` and `$^name`: zsh takes the value for a pattern, splits it or puts it into each word. To bash this is plain text. */
function zshExpansion(text: string, at: number): (WordPart & { readonly end: number }) | undefined {
  const [whole = '', flag, name] = /^\$([~=^])[~=^]?([A-Za-z_]\w*)/.exec(text.slice(at, at + 128)) ?? [];
  if (name === undefined) return undefined;
  const place = { pos: at, end: at + whole.length };
  if (flag !== '~') return { type: 'SimpleExpansion', text: `$${name}`, ...place };
  const operation = { type: 'Unknown', operator: `~${name}`, operatorEnd: place.end, ...place } as const;
  const parameter = { parameter: '', parameterPos: at, parameterEnd: place.end, prefix: undefined, index: undefined };
  return { type: 'ParameterExpansion', text: `\${~${name}}`, operation, ...parameter, ...place };
}

function unquoted(text: string, tokens: Token[]): void {
  let plain = '';
  const flush = (): void => {
    if (plain !== '') tokens.push({ type: 'text', text: plain, quoted: false });
    plain = '';
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && i + 1 < text.length) {
      flush();
      const next = text.charAt(++i);
      if (next !== '\n') tokens.push({ type: 'text', text: next, quoted: true });
    } else if (char === '{' || char === '}' || char === ',') {
      flush();
      tokens.push({ type: 'text', text: char, quoted: false });
    } else if (char === '$' && i + 2 < text.length) {
      const part = zshExpansion(text, i);
      if (part === undefined) plain += char;
      else {
        flush();
        tokens.push({ type: 'expansion', part, quoted: false });
        i = part.end - 1;
      }
    } else plain += char;
  }
  flush();
}
