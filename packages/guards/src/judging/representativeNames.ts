/** No pattern has it: a name with it matches only what matches any name that begins so. */
const FRESH = '\u{E000}';

/**
 * Names that represent all there are, for patterns that are plain names or have one `*` at the end: patterns that say the same of these names
 * say the same of every name. Undefined where another pattern is among them.
 */
export function representativeNames(patterns: readonly string[]): readonly string[] | undefined {
  if (patterns.some(pattern => /\*./u.test(pattern) || pattern.includes(FRESH))) return undefined;
  const starts = patterns.map(pattern => pattern.replace(/\*$/u, ''));
  return [...new Set(['', ...starts])].flatMap(start => [start, `${start}${FRESH}`]);
}
