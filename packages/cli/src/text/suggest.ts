import { closest, distance } from 'fastest-levenshtein';

/** Returns what was probably meant by a name, in the form `, did you mean …`; empty when nothing is near enough. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = closest(name, known);
  return distance(name, near) <= Math.max(2, Math.floor(near.length / 3)) ? `, did you mean \`${near}\`?` : '';
}
