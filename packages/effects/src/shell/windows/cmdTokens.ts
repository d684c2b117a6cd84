import { NotUnderstood, environment } from './words.ts';
import type { Piece, Word } from './words.ts';

/** A word, or a sign between commands. */
export type Token = Word | { readonly sign: string };

const SIGNS = /^(?:&&|\|\||&|\||\(|\)|\d?>>|\d?>&\d|\d?>|<)/u;

/** The words and signs of a line. A caret takes the sense of the sign behind it away. */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let pieces: Piece[] | undefined;
  const end = (): void => {
    if (pieces !== undefined) tokens.push({ pieces });
    pieces = undefined;
  };
  const add = (piece: Piece): void => {
    const last = pieces?.at(-1);
    if (last !== undefined && 'text' in last && 'text' in piece && last.isBare === piece.isBare)
      pieces = [...(pieces ?? []).slice(0, -1), { text: last.text + piece.text, isBare: piece.isBare }];
    else pieces = [...(pieces ?? []), piece];
  };
  for (let at = 0, open = false; at < line.length || open;) {
    const here = line.slice(at);
    const sign = open || (pieces !== undefined && /^\d/u.test(here)) ? undefined : SIGNS.exec(here)?.[0];
    const variable = /^%(?:%?~?([A-Za-z])(?!\w*%)|(\w+(?:\(\w+\))?)%|([*\d]))/u.exec(here);
    if (here === '' || /^(?:%\w+:|!\w+!)/u.test(here)) throw new NotUnderstood(`\`${here.slice(0, 20)}\``);
    if (here[0] === '"') open = !open;
    if (here[0] === '"' && pieces === undefined) pieces = [{ text: '', isBare: false }];
    if (sign !== undefined) {
      end();
      tokens.push({ sign });
    } else if (variable !== null)
      add(variable[2] === undefined ? { expansion: `\${cmd_${variable[1] ?? variable[3]}}` } : environment(variable[2]));
    else if (!open && here[0] === '^') add({ text: here[1] ?? '', isBare: false });
    else if (!open && /^[\s,;]/u.test(here)) end();
    else if (here[0] !== '"') add({ text: here[0] ?? '', isBare: !open });
    at += sign?.length ?? variable?.[0].length ?? (!open && here[0] === '^' ? 2 : 1);
  }
  end();
  return tokens;
}
