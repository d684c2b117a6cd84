/**
 * Tells whether a text matches a pattern in which `*` matches any number of characters and every other character itself.
 * Linear in practice and never worse than pattern times text: an agent chooses the text.
 *
 * @example
 * ```ts
 * import { matchesWildcard } from '@licet/core/text';
 *
 * matchesWildcard('mcp__github__*', 'mcp__github__create_issue'); // => true
 * ```
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let [p, t] = [0, 0];
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
