import type { Reader } from './tokens.ts';

const SIGNS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||', '!', '(', ')', '+', '-', '*']);

/** Reads `user` or `input.user`: the way to an argument. */
export function inputPath(reader: Reader): string {
  const parts = [reader.expectKind('word', 'the name of an argument')];
  while (reader.takeIf('.')) parts.push(reader.expectKind('word', 'the name of an argument'));
  return parts.join('.');
}

/** Reads a value as CEL: a literal, or an argument of the call that is judged. */
export function valueOf(reader: Reader): string {
  if (reader.takeIf('context', '.', 'input', '.')) return `action.payload.${inputPath(reader)}`;
  const { kind, text } = reader.ahead();
  const isLiteral = kind === 'text' || kind === 'number' || text === 'true' || text === 'false';
  if (!isLiteral) throw reader.unknown('expected a text, a number, or an argument `context.input.…`');
  return reader.take().text;
}

/** Reads a condition of Cedar up to the brace that closes it, as CEL. Throws an {@link UnknownForm} for what is not known here. */
export function expressionOf(reader: Reader): string {
  const parts: string[] = [];
  while (!reader.isNext('}'))
    parts.push(SIGNS.has(reader.ahead().text) && reader.ahead().kind === 'sign' ? reader.take().text : valueOf(reader));
  return parts.join(' ').replaceAll(/! | (?=\))|(?<=\() /gu, part => part.trim());
}
