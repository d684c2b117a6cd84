import { asText } from '../fields.ts';
import type { Decision, RuntimeEvent } from '../runtime.ts';

/** A member or a value that Codex does not know makes it drop the whole reply. */
export function reply(decision: Decision, { name }: Pick<RuntimeEvent, 'name'>): object {
  const said = (more: object): object => ({ hookSpecificOutput: { hookEventName: name === '' ? 'PreToolUse' : name, ...more } });
  switch (decision.do) {
    case 'tell':
      return said({ additionalContext: decision.text });
    case 'replace':
      return { decision: 'block', reason: asText(decision.output) };
    case 'ask':
    case 'deny': {
      const { reason, text } = decision;
      const denial = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason };
      return { hookSpecificOutput: { ...denial, ...(text !== undefined && { additionalContext: text }) } };
    }
    case 'rewrite':
    case 'goOn':
    case 'nothing':
      return {};
  }
}
