import type { Decision, RuntimeEvent } from '../event.ts';
import { asText } from '../fields.ts';
import { contextOf, permissionOf, saidOf } from '../hookOutput.ts';

/** Before a call Copilot CLI reads what Claude Code does. Afterwards, and at the start, the text is sent alone. */
export function reply(decision: Decision, event: Pick<RuntimeEvent, 'name' | 'phase'>): object {
  switch (decision.do) {
    case 'tell':
      return event.phase === 'before' ? saidOf(event, contextOf(decision.text)) : contextOf(decision.text);
    case 'rewrite':
      return saidOf(event, { updatedInput: decision.args, ...contextOf(decision.text) });
    case 'replace':
      return { modifiedResult: { resultType: 'success', textResultForLlm: asText(decision.output) } };
    case 'ask':
    case 'deny':
      return permissionOf(decision);
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}
