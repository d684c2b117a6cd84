import { dialects, spoken } from './sqlDialects.ts';
import type { SqlPiece } from './sqlText.ts';
import { Lexer } from './sqlText.ts';

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
