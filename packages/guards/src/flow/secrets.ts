import { fold } from './words.ts';

const TOKEN = /[\p{L}\p{N}_+/=.~-]{4,}/gu;
const SECRET_TOKEN = /\d/u;
const SHORTEST_SECRET = 5;
const LONGEST_TEXT = 100_000;
const MOST_SPELLINGS = 4_000;

/** Returns what is telling in the text of a secret source: words of at least five characters with a digit, and words that look random. */
export function secretsIn(text: string): readonly string[] {
  return [...new Set(tokensIn(text))].filter(isTelling);
}

const isTelling = (token: string): boolean => token.length >= SHORTEST_SECRET && (SECRET_TOKEN.test(token) || isRandom(token));

const isRandom = (token: string): boolean => token.length >= 16 && !/[.]/u.test(token);

function tokensIn(text: string): readonly string[] {
  const found = (text.slice(0, LONGEST_TEXT).match(TOKEN) ?? []).flatMap(token => {
    const bare = fold(token).replace(/^[-.=/+~]+|[-.=/+~]+$/gu, '');
    return [bare, ...bare.split(/[=/]/u), bare.replaceAll(/[-._]/gu, '')];
  });
  return found.filter(token => token !== '');
}

const GROUPED = /\d[\d \-.]{4,}\d/gu;

/**
 * Returns the words of a text as it is, and decoded from URL, base64 and hexadecimal forms: each is to be compared with secrets. Undefined
 * for a text that is too long to be looked through.
 */
export function spellingsIn(text: string): ReadonlySet<string> | undefined {
  const all = new Set<string>();
  if (text.length > LONGEST_TEXT) return undefined;
  for (const each of formsOf(text)) {
    for (const token of tokensIn(each)) if (isTelling(token)) all.add(token);
    for (const group of each.match(GROUPED) ?? []) all.add(group.replaceAll(/[ \-.]/gu, ''));
  }
  return all.size > MOST_SPELLINGS ? undefined : all;
}

const BASE64 = /[A-Za-z0-9+/_-]{8,}={0,2}/gu;
const HEX = /(?:[0-9a-f]{2}){5,}/giu;

/** Returns a text as it is, and decoded from URL, base64 and hexadecimal forms. */
export function formsOf(text: string): readonly string[] {
  const url = urlDecoded(text);
  const raw = url === text ? [text] : [text, url];
  return raw.flatMap(each => [each, ...(each.match(BASE64) ?? []).map(fromBase64), ...(each.match(HEX) ?? []).map(fromHex)]);
}

const urlDecoded = (text: string): string => text.replaceAll(/(?:%[0-9a-f]{2})+/giu, part => fromHex(part.replaceAll('%', '')));

function fromBase64(text: string): string {
  try {
    return utf8(atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/u, '')));
  } catch {
    return '';
  }
}

const fromHex = (text: string): string =>
  utf8((text.match(/../gu) ?? []).map(pair => String.fromCharCode(Number.parseInt(pair, 16))).join(''));

/** Reads bytes as UTF-8. */
const decoder = new TextDecoder();
const utf8 = (bytes: string): string => decoder.decode(Uint8Array.from(bytes, each => each.charCodeAt(0)));
