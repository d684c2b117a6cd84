import { escapeText } from '@licet/core';

import type { Phase } from './event.ts';
import type { Runtime } from './runtime.ts';

const FAULT = 'This is a fault of the policy hook, not of your call. Do not work around it: tell the user to run `licet doctor`.';

/**
 * Returns a runtime's words for a fault of the hook. Before a call, and for input that does not even name its event, that is
 * a denial. Afterwards it is never a stop: the model is told where it can be, and nothing ends without a word.
 */
export function refusal(runtime: Runtime, reason: string, name?: string): object {
  const phase: Phase = name === undefined ? 'before' : (runtime.events[name] ?? 'before');
  const event = { name: name ?? '', phase };
  const said = `licet: ${escapeText(reason, 2_000)}`;
  switch (phase) {
    case 'before':
      return runtime.reply({ do: 'deny', reason: said, text: FAULT }, event);
    case 'start':
      return runtime.reply(
        { do: 'tell', text: `${said}. Until this is repaired, calls of tools are denied: tell the user.` },
        event,
      );
    case 'after':
    case 'batch':
      return runtime.reply(
        { do: 'tell', text: `${said}. The call itself has run; what became of it was not written down.` },
        event,
      );
    case 'stop':
      return runtime.reply({ do: 'tell', text: `${said}. What was still to be done is not known.` }, event);
    case 'turn':
    case 'end':
    case 'other':
      return runtime.reply({ do: 'nothing' }, event);
  }
}
