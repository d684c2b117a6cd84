import { escapeText } from '@licet/core';

const PLAIN = /^[\t\x20-\x7e]*$/u;

/** Letters of other scripts, and odd letters of the Latin one, that are drawn like ASCII letters. */
const LOOKALIKES = new Set('аеорсухіјѕԁԛԝһӏАВЕКМНОРСТУХІЈЅԌαονρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡɑıոսօցհ');

/** Dashes, quotes and spaces beyond ASCII, marks upon ASCII letters, and signs that stand for `/`, `:`, `;`, `.` and `,`. */
const oddSign = (): RegExp =>
  /[\p{Pd}\p{Pi}\p{Pf}\p{Zs}\u2024\u2044\u2215\u2236\u2981\ua789\u037e\u201a\u00b7]|(?<=[\x21-\x7e])\p{M}+/gu;

const word = (): RegExp => /[\p{L}\p{M}\p{N}_]+/gu;

const shown = (text: string): string => Array.from(text, each => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`).join('');

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/u.test(text);

/**
 * Makes one line of text fit for review by a human: everything that `escapeText` escapes, and also characters that are not ASCII
 * and could be taken for it: letters of another script inside a word of Latin ones, words made only of letters that look
 * Latin, full-width and mathematical forms, and dashes, quotes, slashes and spaces that a shell does not take for its own.
 *
 * @example
 * ```ts
 * import { reviewText } from '@licet/adapters/terminal';
 *
 * reviewText('cat /etc/pаsswd'); // => 'cat /etc/p\\u{430}sswd'
 * reviewText('grüße, 世界'); // => 'grüße, 世界'
 * ```
 */
export function reviewText(line: string): string {
  if (PLAIN.test(line)) return line.replaceAll('\t', '\\t');
  const words = line.replace(word(), reviewWord);
  return escapeText(words.replace(oddSign(), sign => (isAscii(sign) ? sign : shown(sign))));
}

function reviewWord(text: string): string {
  if (isAscii(text)) return text;
  const letters = Array.from(text);
  const isForeign = (letter: string): boolean => /\p{L}/u.test(letter) && !/\p{Script=Latin}/u.test(letter);
  const mixed = letters.some(letter => /[A-Za-z]/u.test(letter)) && letters.some(isForeign);
  const masked = letters.every(letter => isAscii(letter) || LOOKALIKES.has(letter));
  const hides = (letter: string): boolean =>
    !isAscii(letter) && (mixed ? isForeign(letter) : masked || isAscii(letter.normalize('NFKC')) || /[ıɡɑ]/u.test(letter));
  return letters.map(letter => (hides(letter) || isAsciiForm(letter) ? shown(letter) : letter)).join('');
}

/** A full-width, mathematical, circled or otherwise dressed up form of an ASCII character. */
const isAsciiForm = (letter: string): boolean => !isAscii(letter) && isAscii(letter.normalize('NFKC'));
