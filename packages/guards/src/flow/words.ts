/** Returns a text as values are compared: in one Unicode form and in lower case. Look-alike letters stay different. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase().trim();

const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the words of a text that is folded already. */
export const wordsOf = (folded: string): readonly string[] => folded.match(WORD) ?? [];

/** Counts words as people do: by the spaces between them. */
export const countWords = (text: string): number => text.split(/\s+/u).filter(word => word !== '').length;

const LONG_CHARACTERS = 80;
const LONG_WORDS = 8;

/** Whether a text is longer than the facts of business records are: it may then hold instructions. */
export const isLong = (text: string): boolean =>
  text.length > LONG_CHARACTERS || text.trimEnd().includes('\n') || countWords(text) > LONG_WORDS;

const SHORT_NUMBER = /^\d{1,4}$/u;
const REFERENCE = /[@./:]/u;
const BEFORE_NUMBER = /(?:\bids?|#|\bnumbers?|\bno\.?)[\s:'"`]*$/u;

/**
 * Whether a value is in a text, with no letter, digit or underscore directly around it. A number of at most four digits counts only
 * behind `id`, `#`, `number` or `no.`. An address counts only as a whole: `bar.com` is not in `foo-bar.com`. Both texts are folded.
 */
export function isIn(value: string, text: string): boolean {
  if (value === '') return false;
  const isNumber = SHORT_NUMBER.test(value);
  const isAddress = REFERENCE.test(value);
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 16), at), text.slice(at + value.length, at + value.length + 2)];
    if (!isApart(before, after, isAddress)) continue;
    if (!isNumber || BEFORE_NUMBER.test(before)) return true;
  }
  return false;
}

const WORD_END = /[\p{L}\p{N}_]$/u;
const WORD_START = /^[\p{L}\p{N}_]/u;
const ADDRESS_BEFORE = /(?:[-@._%+=]|[^/:]\/)$/u;
const ADDRESS_AFTER = /^(?:[-@%+=]|[.:/?#][^\s"'`)\]>,])/u;

const isApart = (before: string, after: string, isAddress: boolean): boolean =>
  !WORD_END.test(before) && !WORD_START.test(after) && !(isAddress && (ADDRESS_BEFORE.test(before) || ADDRESS_AFTER.test(after)));

const PIECES = /[\s<>"'`()[\]{}|,;“”‘’]+/u;
const LONGEST_PIECE = 2_000;
const MAIL = /[\p{L}\p{N}._%+-]{1,100}@[\p{L}\p{N}-]{1,100}(?:\.[\p{L}\p{N}-]{1,100})+/gu;
const URL = /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)\S+/giu;
const HOST = /(?<![\p{L}\p{N}@._/-])(?:[\p{L}\p{N}-]{1,100}\.)+\p{L}{2,20}(?:\/\S*)?/gu;
const ACCOUNTS = [
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[a-z]{2}\d{2}[a-z0-9]{11,30}(?![\p{L}\p{N}])/giu,
];
const FILE_NAME =
  /\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|md|json|ya?ml|xml|html?|png|jpe?g|gif|svg|zip|tar|gz|py|js|ts|tsx|jsx|sh|go|rs|java|c|h|cpp|rb|log|toml|lock|ini|cfg)$/iu;

const trimmed = (reference: string): string => fold(reference).replace(/[.,;:!?]+$/u, '');

/** Returns the addresses of mail, pages, hosts and accounts in a text, folded. The name of a file is none. */
export function referencesIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const piece of text.split(PIECES)) if (/[@.:]/u.test(piece)) for (const each of referencesOf(piece)) found.add(each);
  for (const each of accountsIn(text)) found.add(each);
  return [...found];
}

/** Returns the accounts in a text, folded and without spaces. */
export const accountsIn = (text: string): readonly string[] =>
  ACCOUNTS.flatMap(pattern => (text.match(pattern) ?? []).map(each => fold(each).replaceAll(' ', '')));

function referencesOf(whole: string): readonly string[] {
  const piece = whole.slice(0, LONGEST_PIECE);
  const isUrl = piece.includes('://') || /www\./iu.test(piece);
  const urls = isUrl ? (piece.match(URL) ?? []) : [];
  const mails = piece.includes('@') ? (piece.match(MAIL) ?? []) : [];
  const rest = [...urls, ...mails].reduce((left, each) => left.replace(each, ' '), piece);
  const hosts = (rest.match(HOST) ?? []).filter(each => !FILE_NAME.test(trimmed(each)));
  return [...urls, ...mails, ...hosts].map(trimmed);
}

/** Returns an address of a page as links are compared: without its scheme, `www.` and a slash at its end. */
export const linkOf = (address: string): string =>
  fold(address)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/\/+$/u, '');

/** Returns the host of an address; undefined for a text that is no address. */
export function hostOf(address: string): string | undefined {
  const [host = ''] = linkOf(address).split(/[/?#:]/u);
  const own = host.slice(host.lastIndexOf('@') + 1);
  return own.includes('.') ? own : undefined;
}

const DATE = /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:[t ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:z|[+-]\d{2}:?\d{2})?$/iu;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?$/iu;
const QUANTITY = /^[-+]?[$€£]?\d+(?:[.,]\d+)*\s?(?:%|[a-z]{1,3})?$/iu;

/** Whether a text is a date or a time. */
export const isDate = (text: string): boolean => DATE.test(text.trim()) || TIME.test(text.trim());

/** Whether a text is a date, a time, or a number with a unit. */
export const isMeasure = (text: string): boolean => isDate(text) || QUANTITY.test(text.trim());

const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and as at by for from in is it my of on or our re fwd fw the their this to with your de la le el der die das und'.split(
    ' ',
  ),
);

/** Returns the words by which a label is told from others: without its file ending and without small words. */
export const tellingWords = (label: string): readonly string[] =>
  wordsOf(fold(label).replace(/\.[a-z0-9]{1,5}$/u, '')).filter(word => !STOP_WORDS.has(word));

/** How many words make a run. */
export const RUN_WORDS = 4;

/** Returns every run of four words of a text. */
export function runsOf(text: string): readonly string[] {
  const words = wordsOf(fold(text));
  return words.length < RUN_WORDS
    ? []
    : Array.from({ length: words.length - RUN_WORDS + 1 }, (_none, at) => words.slice(at, at + RUN_WORDS).join(' '));
}
