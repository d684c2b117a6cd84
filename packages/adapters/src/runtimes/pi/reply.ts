import { decisionText } from '../decision.ts';
import type { Decision, RuntimeEvent } from '../event.ts';
import { asText } from '../fields.ts';

/** What our own extension reads: `deny` stops the call, `ask` puts a question, `args` and `output` replace, `text` is added to the output. */
export function reply(decision: Decision, _event: Pick<RuntimeEvent, 'phase'>): object {
  switch (decision.do) {
    case 'tell':
      return { text: decision.text };
    case 'rewrite':
      return { args: decision.args, ...textOf(decision) };
    case 'replace':
      return { output: asText(decision.output), ...textOf(decision) };
    case 'ask':
      return { ask: decisionText(decision), ...(decision.args && { args: decision.args }) };
    case 'deny':
      return { deny: decisionText(decision) };
    case 'goOn':
    case 'allow':
    case 'nothing':
      return {};
  }
}

const textOf = ({ text }: { readonly text?: string }): object => (text === undefined ? {} : { text });

/** Reads a reply as the extension does. */
export function readReply(given: unknown): 'stop' | 'ask' | 'run' {
  const { deny, ask } = (given ?? {}) as { readonly deny?: string; readonly ask?: string };
  if (deny !== undefined) return 'stop';
  return ask === undefined ? 'run' : 'ask';
}
