import type { Action, GovernanceContext } from '@licet/core';

import { isQuestion } from '../boundary/licetCommand.ts';

/** Whether an action only looks: a tool that reads files and does nothing else, or a command that only asks `licet`. */
export function isLooking({ kind }: Action, { effects }: GovernanceContext): boolean {
  if (kind === 'read') return effects.every(effect => effect.kind === 'read');
  const runs = effects.filter(effect => effect.kind === 'execute');
  return (
    kind === 'bash' &&
    runs.length > 0 &&
    runs.length === effects.length &&
    runs.every(({ target }) => target?.type === 'program' && isQuestion(target.argv))
  );
}
