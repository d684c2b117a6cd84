import type { GuardNode, Json } from '@licet/core';

type Topic = NonNullable<GuardNode['tells']>[number]['topic'];

/** Lists patterns, programs or hosts for an agent: `src/**`, `test/**`. */
export const named = (values: readonly Json[]): string =>
  values
    .map(value => (typeof value === 'object' && value !== null && 'pattern' in value ? value['pattern'] : value))
    .map(value => `\`${String(value)}\``)
    .join(', ');

/** What a guard tells an agent, of the topics that have something to say. */
export const tells = (texts: Partial<Readonly<Record<Topic, string>>>): Pick<GuardNode, 'tells'> => {
  const all = Object.entries(texts).filter(([, text]) => text !== '') as readonly (readonly [Topic, string])[];
  return { tells: Object.freeze(all.map(([topic, text]) => Object.freeze({ topic, text }))) };
};
