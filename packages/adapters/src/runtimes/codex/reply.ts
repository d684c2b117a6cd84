import type { Decision, RuntimeEvent } from '../event.ts';
import { asText } from '../fields.ts';
import { contextOf, permissionOf, readPermission, saidOf } from '../hookOutput.ts';

/** A member or a value that Codex does not know makes it drop the whole reply. */
export function reply(decision: Decision, event: Pick<RuntimeEvent, 'name'>): object {
  switch (decision.do) {
    case 'tell':
      return saidOf(event, contextOf(decision.text));
    case 'replace':
      return { decision: 'block', reason: asText(decision.output) };
    case 'ask':
    case 'deny':
      return permissionOf({ ...decision, do: 'deny' });
    case 'rewrite':
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}

/** Reads a reply as Codex would, which runs what a hook asks about. */
export function readReply(given: unknown): 'stop' | 'run' {
  return readPermission(given) === 'stop' ? 'stop' : 'run';
}
