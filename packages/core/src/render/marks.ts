import type { Mark } from './drawing.ts';

/** How a mark looks: different by sign and word, so that no reader needs the colour. */
export interface MarkStyle {
  readonly sign: string;
  readonly word: string;
  /** The parameters of an ANSI "select graphic rendition" sequence. */
  readonly ansi: string;
  /** Fill and border for diagrams. */
  readonly fill: string;
  readonly border: string;
}

const style = (sign: string, word: string, ansi: string, fill: string, border: string): MarkStyle =>
  Object.freeze({ sign, word, ansi, fill, border });

/** The look of every mark. */
export const MARKS: Readonly<Record<Mark, MarkStyle>> = Object.freeze({
  pass: style('✓', 'pass', '32', '#e3f4e5', '#2e7d32'),
  warn: style('▲', 'warn', '33', '#fff4d6', '#b8860b'),
  ask: style('?', 'ASK', '1;36', '#dff1fb', '#0277bd'),
  block: style('✗', 'BLOCK', '1;31', '#fde4e2', '#c62828'),
  errored: style('!', 'ERROR', '1;35', '#f3e2f7', '#7b1fa2'),
  skipped: style('○', 'skipped', '2', '#f3f3f3', '#9e9e9e'),
  not_evaluated: style('·', 'not evaluated', '2', '#ffffff', '#bdbdbd'),
  plain: style('', '', '', '#ffffff', '#546e7a'),
});

/** Colours a text, or leaves it as it is. */
export type Paint = (ansi: string, text: string) => string;

/** Returns a painter. What it is given must be escaped already. */
export function painter(color: boolean): Paint {
  return (ansi, text) => (color && ansi !== '' && text !== '' ? `\u001b[${ansi}m${text}\u001b[0m` : text);
}
