import { decisionText } from '../decision.ts';
import { asText } from '../fields.ts';
import type { Decision } from '../event.ts';

/** What our own plugin reads: `deny` skips the call, `output` takes the place of the result, `text` goes to the model beside it. */
export function reply(decision: Decision): object {
  switch (decision.do) {
    case 'tell':
      return { text: decision.text };
    case 'replace':
      return { output: asText(decision.output), ...(decision.text !== undefined && { text: decision.text }) };
    case 'rewrite':
      return { deny: 'licet: the policy changes the arguments of this call, which is not possible here' };
    case 'ask':
    case 'deny':
      return { deny: decisionText(decision) };
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}
