import { escapeText } from '@licet/core';

import type { Phase } from './event.ts';
import type { Runtime } from './runtime.ts';

const FAULT = 'This is a fault of the policy hook, not of your call. Do not work around it: tell the user to run `licet doctor`.';

/** What a fault means once nothing can be stopped any more; events without a word for it end in silence. */
const MEANING: Readonly<Partial<Record<Phase, string>>> = Object.freeze({
  start: 'Until this is repaired, calls of tools are denied: tell the user.',
  after: 'The call itself has run; what became of it was not written down.',
  batch: 'The call itself has run; what became of it was not written down.',
  stop: 'What was still to be done is not known.',
});

/**
 * Returns a runtime's words for a fault of the hook. Before a call, and for input that does not even name its event, that is
 * a denial. Afterwards it is never a stop: the model is told where it can be, and nothing ends without a word.
 */
export function refusal(runtime: Runtime, reason: string, name?: string): object {
  const phase: Phase = name === undefined ? 'before' : (runtime.events[name] ?? 'before');
  const event = { name: name ?? '', phase };
  const said = `licet: ${escapeText(reason, 2_000)}`;
  if (phase === 'before') return runtime.reply({ do: 'deny', reason: said, text: FAULT }, event);
  const meaning = MEANING[phase];
  return runtime.reply(meaning === undefined ? { do: 'nothing' } : { do: 'tell', text: `${said}. ${meaning}` }, event);
}
