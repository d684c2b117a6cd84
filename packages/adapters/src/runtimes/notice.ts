import type { PolicyEngine } from '@licet/core';

import type { Runtime } from './runtime.ts';
import type { Decision } from './event.ts';

/** What a session is told in addition to its rules: a note about the policy, then what is known. */
export const knowledgeOf = (knowledge: string | undefined, notice: string | undefined): string | undefined =>
  notice === undefined ? knowledge : [`Licet: ${notice}.`, ...(knowledge === undefined ? [] : [knowledge])].join('\n');

/** What a policy loses in a runtime that never says what the user said; undefined where nothing is lost. */
export const deafNotice = (runtime: Pick<Runtime, 'events' | 'title'>, { hearsPrompts }: PolicyEngine): string | undefined =>
  hearsPrompts && !Object.values(runtime.events).includes('turn')
    ? `${runtime.title} reports no prompts, so that \`flow\` knows no value that the user named and asks about every aim once text was read`
    : undefined;

/** The note about the policy, and what the policy loses in this runtime. */
export function noticeIn(
  runtime: Pick<Runtime, 'events' | 'title'>,
  engine: PolicyEngine,
  notice: string | undefined,
): string | undefined {
  const notes = [notice, deafNotice(runtime, engine)].filter(each => each !== undefined);
  return notes.length === 0 ? undefined : notes.join('; ');
}

/** Says the note where a call is stopped or asked about: it may be why. */
export function withNotice(decision: Decision, notice: string | undefined): Decision {
  if (notice === undefined || (decision.do !== 'deny' && decision.do !== 'ask')) return decision;
  const text = `Note: ${notice}.`;
  return { ...decision, text: decision.text === undefined ? text : `${decision.text}\n${text}` };
}
