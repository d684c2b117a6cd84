import { foldConceptName } from '../model/name.ts';
import type { Lexicon } from './formIndex.ts';
import { formIndex, formKey } from './formIndex.ts';

/** How a word led to a concept: its name, an alias in the graph, or an inflected form of either. */
type ResolvedBy = 'name' | 'alias' | 'form';

/** What became of one requested word, or of one word of a requested phrase. */
export type Resolution =
  | { readonly input: string; readonly index: number; readonly by: ResolvedBy }
  | { readonly input: string; readonly by: 'ambiguous'; readonly candidates: readonly number[] }
  | { readonly input: string; readonly by: 'unknown' };

/** Words that name nothing: they are passed over in a phrase, never when they stand alone. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an the this that these those some any all of to in into on onto at by for from with and or as its it my your our their'.split(
    ' ',
  ),
);

/**
 * Resolves one requested concept: exact name, then alias, both under folding; then, with `inflections`, inflected
 * forms, with underscores, hyphens and spaces alike. A phrase that is no concept itself is read as the concepts in it,
 * longest match first; a word in it that leads nowhere is reported as unknown. Nothing is dropped but stop words.
 */
export function resolve(lexicon: Lexicon, concept: string, inflections: boolean): readonly Resolution[] {
  const exact = resolveExact(lexicon, concept);
  if (exact !== undefined) return [exact];
  if (!inflections) return [{ input: concept, by: 'unknown' }];
  const form = resolveForm(lexicon, concept);
  if (form !== undefined) return [form];
  const words = formKey(foldConceptName(concept)).split(' ');
  if (words.length === 1) return [{ input: concept, by: 'unknown' }];
  return resolvePhrase(lexicon, concept, words);
}

function resolveExact(lexicon: Lexicon, concept: string): Resolution | undefined {
  const key = foldConceptName(concept);
  const named = lexicon.byName.get(key);
  if (named !== undefined) return { input: concept, index: named, by: 'name' };
  const aliased = lexicon.byAlias.get(key);
  return aliased === undefined ? undefined : { input: concept, index: aliased, by: 'alias' };
}

function resolveForm(lexicon: Lexicon, concept: string): Resolution | undefined {
  const candidates = formIndex(lexicon)(formKey(foldConceptName(concept)));
  if (candidates.length === 1) return { input: concept, index: candidates[0]!, by: 'form' };
  return candidates.length === 0 ? undefined : { input: concept, by: 'ambiguous', candidates };
}

function resolvePhrase(lexicon: Lexicon, phrase: string, words: readonly string[]): readonly Resolution[] {
  const found: Resolution[] = [];
  let at = 0;
  while (at < words.length) {
    let taken = 0;
    for (let length = Math.min(4, words.length - at); length > 0 && taken === 0; length -= 1) {
      const part = words.slice(at, at + length).join(' ');
      const match = resolveExact(lexicon, part) ?? resolveForm(lexicon, part);
      if (match === undefined) continue;
      found.push(match);
      taken = length;
    }
    if (taken === 0 && !STOP_WORDS.has(words[at]!)) found.push({ input: words[at]!, by: 'unknown' });
    at += Math.max(taken, 1);
  }
  return found.some(part => part.by !== 'unknown') ? found : [{ input: phrase, by: 'unknown' }];
}
