import type { Decision } from './decision.ts';

/** What a session is told besides its rules: a note about the policy, then what is known. */
export const knowledgeOf = (knowledge: string | undefined, notice: string | undefined): string | undefined =>
  notice === undefined ? knowledge : [`Licet: ${notice}.`, ...(knowledge === undefined ? [] : [knowledge])].join('\n');

/** Says the note where a call is stopped or asked about: it may be why. */
export function withNotice(decision: Decision, notice: string | undefined): Decision {
  if (notice === undefined || (decision.do !== 'deny' && decision.do !== 'ask')) return decision;
  const text = `Note: ${notice}.`;
  return { ...decision, text: decision.text === undefined ? text : `${decision.text}\n${text}` };
}
