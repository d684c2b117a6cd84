import type { Decision, RuntimeEvent } from '../event.ts';
import type { HookOutput } from '../hookOutput.ts';
import { contextOf, permissionOf, saidOf } from '../hookOutput.ts';

/** What a hook answers on its standard output, as far as this adapter uses it. An empty object is no opinion. */
export interface HookReply {
  /** For an agent that wants to stop: it does not, and reads the reason. */
  readonly decision?: 'block';
  readonly reason?: string;
  /** For the user, not for the model. */
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: HookOutput;
}

/** `allow` is said with a certificate only: it skips the dialog that comes by default, and no rule of the user. */
export function reply(decision: Decision, event: Pick<RuntimeEvent, 'name' | 'phase'>): HookReply {
  switch (decision.do) {
    case 'nothing':
      return {};
    case 'allow':
      return saidOf(event, {
        permissionDecision: 'allow',
        permissionDecisionReason: decision.reason,
        ...(decision.args && { updatedInput: decision.args }),
        ...contextOf(decision.text),
      });
    case 'tell':
      if (event.phase === 'stop') return { systemMessage: decision.text };
      return event.phase === 'end' ? {} : saidOf(event, contextOf(decision.text));
    case 'goOn':
      return { decision: 'block', reason: decision.text };
    case 'rewrite':
      return saidOf(event, { updatedInput: decision.args, ...contextOf(decision.text) });
    case 'ask':
    case 'deny':
      return permissionOf(decision);
    case 'replace':
      return saidOf(event, { updatedToolOutput: decision.output, ...contextOf(decision.text) });
  }
}
