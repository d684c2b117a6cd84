import { decisionText } from '../decision.ts';
import type { Decision, RuntimeEvent } from '../event.ts';
import { asText } from '../fields.ts';

/** What our own plugin reads: `deny` is thrown, `args` and `output` are put in place, `text` is put below the output. */
export function reply(decision: Decision, { phase }: Pick<RuntimeEvent, 'phase'>): object {
  switch (decision.do) {
    case 'tell':
      return phase === 'after' ? { text: decision.text } : {};
    case 'rewrite':
      return { args: decision.args };
    case 'replace':
      return { output: asText(decision.output) };
    case 'ask':
    case 'deny':
      return { deny: decisionText(decision) };
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}
