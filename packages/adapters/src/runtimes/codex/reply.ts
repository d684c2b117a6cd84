import { asText } from '../fields.ts';
import { contextOf, permissionOf, saidOf } from '../hookOutput.ts';
import type { Decision, RuntimeEvent } from '../runtime.ts';

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
    case 'nothing':
      return {};
  }
}
