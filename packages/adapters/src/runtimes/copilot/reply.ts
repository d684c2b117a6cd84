import { asText } from '../fields.ts';
import type { Decision, RuntimeEvent } from '../runtime.ts';

/** Before a call Copilot CLI reads what Claude Code does. Afterwards, and at the start, what is said stands by itself. */
export function reply(decision: Decision, { name, phase }: Pick<RuntimeEvent, 'name' | 'phase'>): object {
  const said = (more: object): object => ({ hookSpecificOutput: { hookEventName: name === '' ? 'PreToolUse' : name, ...more } });
  switch (decision.do) {
    case 'tell':
      return phase === 'before' ? said({ additionalContext: decision.text }) : { additionalContext: decision.text };
    case 'rewrite':
      return said({ updatedInput: decision.args, ...(decision.text !== undefined && { additionalContext: decision.text }) });
    case 'replace':
      return { modifiedResult: { resultType: 'success', textResultForLlm: asText(decision.output) } };
    case 'ask':
    case 'deny': {
      const { reason, text } = decision;
      const denial = { hookEventName: 'PreToolUse', permissionDecision: decision.do, permissionDecisionReason: reason };
      const args = decision.do === 'ask' && decision.args !== undefined ? { updatedInput: decision.args } : {};
      return { hookSpecificOutput: { ...denial, ...args, ...(text !== undefined && { additionalContext: text }) } };
    }
    case 'goOn':
    case 'nothing':
      return {};
  }
}
