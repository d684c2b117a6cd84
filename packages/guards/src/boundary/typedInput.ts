import type { Effect } from '@licet/core';

import type { Finding } from '../judging/findings.ts';

/** What is typed into another program may be the answer to a question that only its user may answer. */
export function typingFinding(effect: Effect): Finding {
  return {
    ruling: 'ask',
    code: 'governance_unclear',
    reason: `\`${effect.program ?? 'the command'}\` may type into another program, where only the user approves what the agent does`,
    fix: 'run the command itself, or ask the user to type',
    effect,
  };
}
