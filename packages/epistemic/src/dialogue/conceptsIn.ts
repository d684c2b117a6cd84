import type { Lexicon } from '../graph/formIndex.ts';
import { resolve, STOP_WORDS } from '../graph/resolve.ts';
import { foldConceptName } from '../model/name.ts';

/** Words of a question that ask and name nothing. A graph in which one of them is a concept is asked for it. */
const ASKING: ReadonlySet<string> = new Set(
  (
    'what which who how when where why if do does did i we you me us need needs know known knowing about can could may might must should ' +
    'want wants will would have has had be is are am was were let please before after there here then so not no yes it im ill id lets going tell'
  ).split(' '),
);

const isNaming = (word: string): boolean => !STOP_WORDS.has(word.toLowerCase());

/** The words of a question that name concepts or, with `all`, nothing at all, as a grounding takes them. */
export function conceptsIn(lexicon: Lexicon, question: string, which: 'all' | 'known' = 'all'): readonly string[] {
  const words = question
    .normalize('NFC')
    .replaceAll(/['’]/gu, '')
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter(word => word !== '' && (!ASKING.has(word.toLowerCase()) || lexicon.byName.has(foldConceptName(word))));
  if (words.length === 0) return [];
  return resolve(lexicon, words.join(' '), true).flatMap(({ input, by }) => {
    if (which === 'known') return by === 'unknown' || by === 'ambiguous' ? [] : [input];
    return by === 'unknown' ? input.split(' ').filter(isNaming) : [input];
  });
}
