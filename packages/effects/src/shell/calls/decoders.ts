import type { Call } from '../../programs/descriptor.ts';
import type { Stream } from '../words/stream.ts';

/**
 * What comes out of a program that turns text into other text, when its input and its way of turning are known; an unknown
 * stream when only the input is not. `undefined` when the call does not decode.
 */
export function decode(program: string, call: Call, input: Stream | undefined): Stream | undefined {
  const turn = turns[program];
  if (turn === undefined || !turn.applies(call)) return undefined;
  const origins = input?.origins ?? [];
  const text = input?.text === undefined || turn.decode === undefined ? undefined : turn.decode(input.text, call);
  return text === undefined ? { origins } : { text, origins };
}

interface Turn {
  applies(call: Call): boolean;
  decode?(text: string, call: Call): string | undefined;
}

const flagged =
  (...flags: readonly string[]): Turn['applies'] =>
  call =>
    flags.some(flag => call.has(flag));
const always = (): boolean => true;

const fromBase64: Turn = {
  applies: flagged('-d', '-D', '--decode'),
  decode: text => Buffer.from(text.replace(/\s/g, ''), 'base64').toString('utf8'),
};

const unpack: Turn = { applies: flagged('-d', '-dc', '-c', '-k', '--decompress', '--stdout', '--to-stdout') };

const turns: Readonly<Record<string, Turn>> = {
  base64: fromBase64,
  gbase64: fromBase64,
  basenc: { applies: flagged('-d', '--decode') },
  base32: { applies: flagged('-d', '--decode') },
  openssl: { applies: flagged('-d', '-D') },
  uudecode: { applies: always },
  rev: { applies: always, decode: text => text.replace(/[^\n]+/g, line => Array.from(line).reverse().join('')) },
  tr: { applies: always, decode: translate },
  xxd: {
    applies: flagged('-r'),
    decode: text => (/^[\da-f\s]+$/i.test(text) ? Buffer.from(text.replace(/\s/g, ''), 'hex').toString('utf8') : undefined),
  },
  iconv: { applies: always },
  gunzip: { applies: always },
  zcat: { applies: always },
  gzip: unpack,
  bzip2: unpack,
  xz: unpack,
  zstd: unpack,
  sed: { applies: always },
  awk: { applies: always },
  gawk: { applies: always },
  perl: { applies: always },
  cut: { applies: always },
  fold: { applies: always },
  paste: { applies: always },
  rot13: { applies: always },
  python: { applies: always },
  python3: { applies: always },
};

/** `tr` with sets of single characters and ranges. */
function translate(text: string, call: Call): string | undefined {
  const [from, to] = call.operands.map(({ text: set }) => (set === undefined ? undefined : charset(set)));
  if (from === undefined) return undefined;
  if (call.has('-d'))
    return Array.from(text)
      .filter(char => !from.includes(char))
      .join('');
  if (to === undefined || to.length === 0) return undefined;
  return Array.from(text)
    .map(char => (from.includes(char) ? (to[Math.min(from.indexOf(char), to.length - 1)] ?? '') : char))
    .join('');
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
