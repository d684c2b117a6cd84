import { decisionText } from '../decision.ts';
import type { Decision, RuntimeEvent } from '../event.ts';
import { asText } from '../fields.ts';

/** Context beside a call that is about to run is dropped: what is to be done instead goes into the reason, a warning to the user. */
export function reply(decision: Decision, { name, phase }: Pick<RuntimeEvent, 'name' | 'phase'>): object {
  switch (decision.do) {
    case 'tell':
      return phase === 'before'
        ? { systemMessage: decision.text }
        : { hookSpecificOutput: { hookEventName: name, additionalContext: decision.text } };
    case 'rewrite':
      return { hookSpecificOutput: { hookEventName: name, tool_input: decision.args } };
    case 'replace':
      return {
        decision: 'deny',
        reason: asText(decision.output),
      };
    case 'ask':
    case 'deny':
      return { decision: 'deny', reason: decisionText(decision) };
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}

/** Reads a reply as Gemini CLI would. */
export function readReply(given: unknown): 'stop' | 'run' {
  return (given as { decision?: string } | null)?.decision === 'deny' ? 'stop' : 'run';
}
