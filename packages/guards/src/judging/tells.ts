import type { GuardNode } from '@licet/core';

type Topic = NonNullable<GuardNode['tells']>[number]['topic'];

/** Lists patterns, programs or hosts for an agent: `src/**`, `test/**`. */
export const named = (values: readonly string[]): string => values.map(value => `\`${value}\``).join(', ');

/** What a guard tells an agent, of the topics that have something to say. */
export const tells = (texts: Partial<Readonly<Record<Topic, string>>>): Pick<GuardNode, 'tells'> => {
  const all = Object.entries(texts).filter(([, text]) => text !== '') as readonly (readonly [Topic, string])[];
  return { tells: Object.freeze(all.map(([topic, text]) => Object.freeze({ topic, text }))) };
};
