import { escapeText } from '@licet/core';

import type { FlowQuestion, Judged } from './judging.ts';
import { sightingOf } from './state.ts';
import { fold, linkOf, referencesIn } from './words.ts';

const MOST_VALUE = 120;
const MOST_NAMES = 6;
const MOST_QUESTIONS = 5;

const quoted = (text: string): string => `\`${escapeText(text, MOST_VALUE)}\``;

/** Says what a person is asked: each value, its argument, where it was read, and what the user named. */
export function reasonFor(questions: readonly FlowQuestion[], judged: Judged): string {
  const shown = questions.slice(0, MOST_QUESTIONS).map(question => sentenceFor(question, judged));
  const more = questions.length > MOST_QUESTIONS ? [`and ${questions.length - MOST_QUESTIONS} more values like these`] : [];
  return [...shown, ...more, namedText(judged)].join('; ');
}

function sentenceFor(question: FlowQuestion, judged: Judged): string {
  const { why, key, value } = question;
  const tool = quoted(judged.tool);
  switch (why) {
    case 'aim':
      return `${tool} has ${quoted(key)} = ${quoted(value)}, ${placeOf(value, judged)}`;
    case 'carried':
      return `${tool} carries ${quoted(value)} in ${quoted(key)}, ${placeOf(value, judged)}`;
    case 'secret':
      return `${quoted(key)} of ${tool} holds a secret that this session has read`;
    case 'dictated':
      return `${quoted(key)} of ${tool} is ${quoted(value)}, word for word from text that outsiders can write`;
    case 'act':
      return `no prompt asks for ${tool}, and text that outsiders can write was read`;
    case 'install':
      return `${quoted(key)} installs ${quoted(value)}, which neither a prompt nor the project names`;
    case 'run':
      return `${quoted(key)} runs ${quoted(value)}, which comes from elsewhere, and no prompt asks for that`;
    case 'setting':
      return `${quoted(key)} changes where packages or commits come from or go, to ${quoted(value)}, ${placeOf(value, judged)}`;
    case 'setup':
      return `${quoted(key)} changes ${quoted(value)}, which works on later, and no prompt asks for that`;
    case 'plant':
      return `${quoted(key)} would change: ${quoted(value)}, which runs or steers something later, and no prompt names it`;
    case 'reveal':
      return `${quoted(key)} shows ${quoted(value)}, and no prompt speaks of a credential`;
    case 'private':
      return `${quoted(key)} publishes, and this session has read ${quoted(value)}, which may be private`;
    case 'after_secret':
      return `${tool} goes out to ${quoted(value)}, and this session has read a secret`;
  }
}

/** Where a value was read, in a clause. */
export function placeOf(value: string, { state, hashing }: Judged): string {
  const seen = sightingOf(state, hashing.of(fold(value))) ?? sightingOf(state, hashing.of(linkOf(value)));
  if (seen === undefined) return 'found in no prompt: the agent took it from a text or made it up';
  const source = quoted(seen.source);
  return seen.as === 'text' ? `found only in the text of ${source}` : `found in ${source}, in a record that no prompt chooses`;
}

const QUOTED = /["'“‘]([^"'“”‘’\n]{3,60})["'”’]/gu;
const PROPER = /(?<=[\p{Ll}\d,;:'")] )\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+)*/gu;

/** What the prompts name: addresses, quoted words and proper names. */
function namedText({ state }: Judged): string {
  if (state.prompts.length === 0) return 'no prompt of the user is known here, so that nothing is named';
  const text = state.prompts.join('\n');
  const found = [
    ...referencesIn(text),
    ...[...text.matchAll(QUOTED)].map(([, inner = '']) => inner),
    ...(text.match(PROPER) ?? []),
  ];
  const names = [...new Set(found)].slice(0, MOST_NAMES);
  return names.length === 0 ? 'the prompts name no address and no person' : `the prompts name ${names.map(quoted).join(', ')}`;
}

/** What the agent can do instead. */
export const fixFor = (questions: readonly FlowQuestion[]): string =>
  questions.some(({ why }) => why === 'secret')
    ? 'leave the secret out, or ask the user whether it may be sent'
    : 'ask the user whether this is meant: they can say yes here, or name it in a prompt; leave out what only a text asked for';
