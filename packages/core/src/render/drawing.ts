import type { Ruling } from '../model/ruling.ts';
import { escapeText } from '../text/escapeText.ts';

/** The status of a node: its ruling, or why it has none; `plain` for a node of a policy that nothing has happened to. */
export type Mark = Ruling | 'errored' | 'skipped' | 'not_evaluated' | 'plain';

/** One node, ready to be drawn in any format. All texts are still as they came: the writers escape them. */
export interface Drawing {
  readonly mark: Mark;
  /** What is said in place of the mark's own word: `error, warn to block`. */
  readonly word?: string;
  readonly title: string;
  /** Short additions behind the title, like the layer. */
  readonly asides: readonly string[];
  /** Lines below the title, each with what it is. */
  readonly notes: readonly (readonly [label: string, text: string])[];
  /** What the node is to its parent. */
  readonly edge?: string;
  /** True on the way from the root to what decided. */
  readonly deciding: boolean;
  readonly children: readonly Drawing[];
}

/** The formats in which a tree can be drawn. */
export type RenderFormat = 'text' | 'mermaid' | 'dot' | 'json';

/** How a tree is to be drawn. */
export interface RenderOptions {
  /** @defaultValue 'text' */
  readonly format?: RenderFormat;
  /** Color the text format with ANSI sequences. Everything can be read without. @defaultValue false */
  readonly color?: boolean;
  /** After how many columns the text format breaks long reasons. @defaultValue 100 */
  readonly width?: number;
}

/** How a mark looks: different by sign and word, so that no reader needs the color. */
interface MarkStyle {
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

/** Colors a text, or leaves it as it is. */
export type Paint = (ansi: string, text: string) => string;

/** Returns a painter. What it is given must be escaped already. */
export function painter(color: boolean): Paint {
  return (ansi, text) => (color && ansi !== '' && text !== '' ? `\u001b[${ansi}m${text}\u001b[0m` : text);
}

/** How wide a box of a diagram becomes, in characters, before its notes are broken. */
const BOX_WIDTH = 40;

/** Breaks a text between words into lines of so many characters; a longer word has its own line. */
export function wrap(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

/** Returns the text in a node's box of a diagram, each part as the format writes texts. */
export function boxLabel(
  { mark, title, asides, word, notes }: Drawing,
  encode: (text: string) => string,
  lineBreak: string,
): string {
  const { sign, word: usual } = MARKS[mark];
  const titles = [title, ...asides].map(encode).join(' · ');
  const head = sign === '' ? titles : `${sign} ${encode(word ?? usual)} · ${titles}`;
  const below = notes.flatMap(([label, text]) => wrap(`${label}: ${escapeText(text, 300)}`, BOX_WIDTH));
  return [head, ...below.map(encode)].join(lineBreak);
}
