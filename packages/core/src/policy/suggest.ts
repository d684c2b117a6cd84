import { closest, distance } from 'fastest-levenshtein';

/**
 * Returns the known name that was probably meant: the closest one, if no more than a third of it, or two letters and less
 * than half of it, would have to change.
 */
export function suggest(found: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || found.length > 100) return undefined;
  const snake = found
    .trim()
    .replaceAll('-', '_')
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, letter => `_${letter}`)
    .toLowerCase();
  const best = closest(snake, known);
  const changes = distance(snake, best);
  return changes <= Math.max(2, Math.floor(best.length / 3)) && changes * 2 < best.length ? best : undefined;
}
