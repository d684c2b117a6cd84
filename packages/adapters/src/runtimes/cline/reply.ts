import { decisionText } from '../decision.ts';
import type { Decision } from '../event.ts';
import { pluginAnswer } from '../plugin.ts';

/** What our own plugin reads: `deny` skips the call, `output` takes the place of the result, `text` goes to the model beside it. */
export function reply(decision: Decision): object {
  switch (decision.do) {
    case 'rewrite':
      return { deny: 'licet: the policy changes the arguments of this call, which is not possible here' };
    case 'ask':
      return { deny: decisionText(decision) };
    default:
      return pluginAnswer(decision);
  }
}
