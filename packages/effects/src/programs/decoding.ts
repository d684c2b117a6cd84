import type { Call } from './call.ts';

/** How a program turns text into other text. */
export interface Decoding {
  /** It does so only with one of these options. */
  readonly when?: readonly string[];
  /** It does not when this holds. */
  readonly unless?: (call: Call, isFed: boolean) => boolean;
  /** The text that comes out, when it can be said. */
  readonly text?: (text: string, call: Call) => string | undefined;
}

/** Text in base64 is decoded. */
export const fromBase64: Decoding = {
  when: ['-d', '-D', '--decode'],
  text: text => Buffer.from(text.replace(/\s/g, ''), 'base64').toString('utf8'),
};

/** Text in hexadecimal digits is decoded. */
export const fromHex: Decoding = {
  when: ['-r'],
  text: text => (/^[\da-f\s]+$/i.test(text) ? Buffer.from(text.replace(/\s/g, ''), 'hex').toString('utf8') : undefined),
};

/** Every line backwards. */
export const backwards: Decoding = { text: text => text.replace(/[^\n]+/g, line => Array.from(line).reverse().join('')) };

/** Compressed data becomes text that is not seen. */
export const unpacks: Decoding = { when: ['-d', '-dc', '-c', '-k', '--decompress', '--stdout', '--to-stdout'] };

/** The output is made from the input in a way that is not followed. */
export const rewrites: Decoding = {};

const DECODER =
  /\b(?:un)?pack\b|\b(?:chr|ord|hex|oct|fromhex|unhexlify|atob|fromCharCode|fromCodePoint|reverse\w*|rot_?13|maketrans|translate|inflate|decompress|zlib|eval)\b|base64|%[cx]|\by\/|\btr\/|\\x[\da-f]{2}/i;

/** An interpreter that gets no input prints what its own code says; only code with the means to decode may hide that. */
export const computes: Decoding = {
  unless: (call, isFed) => {
    const inline = ['-e', '-E', '-c', '-p', '--eval', '--print'].flatMap(option => call.values(option));
    return (
      !isFed && call.operands.length + inline.length > 0 && inline.every(({ text }) => text !== undefined && !DECODER.test(text))
    );
  },
};

/** Sets of characters become other sets. */
export const translates: Decoding = { text: translate };

/** `tr` with sets of single characters and ranges. */
function translate(text: string, call: Call): string | undefined {
  const [from, to] = call.operands.map(({ text: set }) => (set === undefined ? undefined : charset(set)));
  if (from === undefined) return undefined;
  if (call.has('-d')) return text.replace(/./gsu, char => (from.includes(char) ? '' : char));
  if (to === undefined || to.length === 0) return undefined;
  const last = to.length - 1;
  return text.replace(/./gsu, char => (from.includes(char) ? (to[Math.min(from.indexOf(char), last)] ?? '') : char));
}

function charset(set: string): readonly string[] | undefined {
  if (/\[[:=.]/.test(set)) return undefined;
  const plain = set.replace(/\\(n|t|\\)/g, (_, char: string) => ({ n: '\n', t: '\t' })[char] ?? char);
  const chars: string[] = [];
  for (let i = 0; i < plain.length; i++) {
    if (plain[i + 1] === '-' && i + 2 < plain.length) {
      const last = plain.charCodeAt(i + 2);
      for (let code = plain.charCodeAt(i); code <= last && chars.length < 512; code++) chars.push(String.fromCharCode(code));
      i += 2;
    } else chars.push(plain.charAt(i));
  }
  return chars;
}
