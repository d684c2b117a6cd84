import { decisionText } from '../decision.ts';
import type { Decision } from '../event.ts';

/** Nothing at all on standard output would count as a failure: no opinion is an empty object. */
export function reply(decision: Decision): object {
  switch (decision.do) {
    case 'tell':
      return { additional_context: decision.text };
    case 'rewrite':
      return { updated_input: decision.args, ...(decision.text !== undefined && { additional_context: decision.text }) };
    case 'ask':
    case 'deny': {
      const said = decisionText(decision);
      return { permission: 'deny', user_message: said, agent_message: said };
    }
    case 'replace':
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}

/** Reads a reply as Cursor would. */
export function readReply(given: unknown): 'stop' | 'run' {
  return (given as { permission?: string } | null)?.permission === 'deny' ? 'stop' : 'run';
}
