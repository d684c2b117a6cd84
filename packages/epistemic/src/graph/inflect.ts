import { irregularForms } from './irregular.ts';

/**
 * Every form in which an English concept word may turn up in text: plurals, third person, past, participle and
 * gerund, for noun and verb alike, regular and irregular. It makes too many on purpose (`deleted`, but also `fileing`):
 * a form that is no word never occurs, while both spellings (`cancelled`, `canceled`) come along for free. The word
 * itself is included. Words that are no English words, or invariant, need no rule: they are their own form.
 */
export function inflect(word: string): ReadonlySet<string> {
  const forms = new Set<string>([word, ...irregularForms(word)]);
  if (!/^[a-z][a-z'-]+$/.test(word)) return forms;
  for (const form of [...plurals(word), ...verbForms(word)]) forms.add(form);
  return forms;
}

function plurals(word: string): string[] {
  const forms = [`${word}s`];
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) forms.push(`${word}es`);
  if (/[^sz][sz]$/.test(word)) forms.push(`${word}${word.at(-1)}es`);
  if (/[^aeiou]y$|quy$/.test(word)) forms.push(`${word.slice(0, -1)}ies`);
  if (/[^f]f$/.test(word)) forms.push(`${word.slice(0, -1)}ves`);
  if (word.endsWith('fe')) forms.push(`${word.slice(0, -2)}ves`);
  if (word.endsWith('sis') || word.endsWith('xis')) forms.push(`${word.slice(0, -2)}es`);
  return forms;
}

function verbForms(word: string): string[] {
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1);
    const gerund = word.endsWith('ie') ? `${word.slice(0, -2)}ying` : `${stem}ing`;
    return [`${word}d`, gerund, ...(/(?:ee|oe|ye|nge|age)$/.test(word) ? [`${word}ing`] : [])];
  }
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ied`, `${word}ing`];
  if (word.endsWith('c')) return [`${word}ked`, `${word}king`, `${word}ed`, `${word}ing`];
  const plain = [`${word}ed`, `${word}ing`];
  if (!endsInOneVowelAndConsonant(word)) return plain;
  const last = word.at(-1)!;
  const doubled = [`${word}${last}ed`, `${word}${last}ing`];
  return isOneSyllable(word) ? doubled : [...plain, ...doubled];
}

/** As in `stop` and `cancel`, not as in `read`, `fix` or `show`. The u of `qu` is no vowel. */
function endsInOneVowelAndConsonant(word: string): boolean {
  const letters = word.replaceAll('qu', 'qq');
  return /(?:^|[^aeiou])[aeiouy][^aeiouwxy]$/.test(letters);
}

const isOneSyllable = (word: string): boolean => (word.replaceAll('qu', 'qq').match(/[aeiou]+/g) ?? []).length <= 1;
