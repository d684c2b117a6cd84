import { escapeText } from '@licet/core';
import { ADVICE_TOPICS } from '@licet/core/nodes';
import type { Advice } from '@licet/core/nodes';

const HEAD =
  'Licet checks each tool call of this session before it runs. If it denies one, do what the denial advises, and do not try the same thing another way.';
const TAIL = 'Other rules may stop a call too: the denial says why, and what to do instead.';

/** How the line of each topic begins. */
const BEGINS: Readonly<Record<Advice['topic'], string>> = {
  may: 'You may change',
  read: 'You may read but not change',
  never: 'Leave alone',
  ask: 'A person must say yes first',
  first: 'Needed before a call',
  limit: 'Limits',
};

/** How long a line of one topic may be. */
const MOST_OF_LINE = 400;

/**
 * Returns the rules in force as a short text for the model, one line for each topic that a guard speaks of: at most eight lines, and no
 * more than `most` characters. An agent that knows the rules keeps to them without being stopped first.
 */
export function rulesText(advice: readonly Advice[], most: number = Infinity): string {
  const lines = ADVICE_TOPICS.flatMap(topic => {
    const texts = [...new Set(advice.filter(each => each.topic === topic).map(wordsOf))];
    return texts.length === 0 ? [] : [escapeText(`${BEGINS[topic]}: ${texts.join('; ')}.`, MOST_OF_LINE)];
  });
  const text = [HEAD, ...lines, TAIL].join('\n');
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1))}…`;
}

const wordsOf = ({ text, when = [] }: Advice): string => (when.length === 0 ? text : `${text} (for ${when.join(', and ')})`);
