import type { Call } from '../call.ts';
import type { Finding, Keyword } from '../use.ts';
import { holds } from './condition.ts';

/**
 * What the words of a call say, row by row.
 *
 * | rows | `tool list` | `tool drop x` |
 * |---|---|---|
 * | `[{ when: { first: '^drop$' }, effects: [lost] }]` | nothing | `lost` |
 * | `[{ when: { first: '^list$' }, ends: true }, { effects: [lost] }]` | nothing | `lost` |
 * | `[{ clears: 'loss' }]` | nothing is lost | nothing is lost |
 */
export function findKeywords(rows: readonly Keyword[], call: Call): readonly Finding[] {
  const found: Finding[] = [];
  for (const { when = {}, effects = [], clears, ends } of rows) {
    if (!holds(when, call)) continue;
    found.push(...effects, ...(clears === undefined ? [] : [{ clears }]));
    if (ends === true) break;
  }
  return found;
}
