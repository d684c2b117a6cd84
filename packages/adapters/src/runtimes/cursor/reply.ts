import type { Decision } from '../runtime.ts';

/** Nothing at all on standard output would count as a failure: no opinion is an empty object. */
export function reply(decision: Decision): object {
  switch (decision.do) {
    case 'tell':
      return { additional_context: decision.text };
    case 'rewrite':
      return { updated_input: decision.args, ...(decision.text !== undefined && { additional_context: decision.text }) };
    case 'ask':
    case 'deny': {
      const said = [decision.reason, decision.text].filter(text => text !== undefined).join('. ');
      return { permission: 'deny', user_message: said, agent_message: said };
    }
    case 'replace':
    case 'goOn':
    case 'nothing':
      return {};
  }
}
