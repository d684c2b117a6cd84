/** Names are compared as one would say them: `filePath`, `file-path` and `file_path` are the same. */
const folded = (name: string): string =>
  name
    .trim()
    .replaceAll('-', '_')
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, letter => `_${letter}`)
    .toLowerCase();

/** How many letters must be added, taken out or changed to make one text the other (Levenshtein, one row at a time). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Returns the nearest known name, if at most a third of it, or two letters and less than half, would change. */
export function nearest(found: string, known: readonly string[]): string | undefined {
  if (found.length > MOST_LETTERS) return undefined;
  const wanted = folded(found);
  let best: { readonly name: string; readonly changes: number } | undefined;
  for (const name of known) {
    const changes = distance(wanted, folded(name));
    if (best === undefined || changes < best.changes) best = { name, changes };
  }
  if (best === undefined) return undefined;
  const { name, changes } = best;
  return changes <= Math.max(2, Math.floor(name.length / 3)) && changes * 2 < name.length ? name : undefined;
}

const MOST_LETTERS = 100;

/** From so many letters on, a name that another one begins with is a shorter or longer way to write it. */
const LEAST_LETTERS = 3;

/**
 * Returns the known name that was probably meant: the nearest one, else the only one that begins so.
 *
 * @example
 * ```ts
 * import { suggest } from '@licet/core/text';
 *
 * suggest('maximum', ['max', 'match']); // => 'max'
 * suggest('firewall', ['max', 'match']); // => undefined
 * ```
 */
export function suggest(found: string, known: readonly string[]): string | undefined {
  if (found.length > MOST_LETTERS) return undefined;
  const wanted = folded(found);
  const begun = known.filter(name => {
    const [short = '', long = ''] = [folded(name), wanted].toSorted((a, b) => a.length - b.length);
    return short.length >= LEAST_LETTERS && long.startsWith(short);
  });
  return nearest(found, known) ?? (begun.length === 1 ? begun[0] : undefined);
}

/**
 * Says what was probably meant, to go at the end of a message. Empty when nothing is near enough.
 *
 * @example
 * ```ts
 * import { didYouMean } from '@licet/core/text';
 *
 * didYouMean('efects', ['effects', 'sessions']); // => ', did you mean `effects`?'
 * ```
 */
export function didYouMean(found: string, known: readonly string[]): string {
  const meant = suggest(found, known);
  return meant === undefined ? '' : `, did you mean \`${meant}\`?`;
}
