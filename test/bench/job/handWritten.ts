import { pathAllowed } from './requests.ts';
import type { Request } from './requests.ts';
import { BUDGET, DANGERS, READ, TOOLS_OF, WRITE } from './rules.ts';
import type { Decider } from './decider.ts';

/** If and else: what somebody writes who needs no policy engine. */
export function handWritten(): Decider {
  const patterns = DANGERS.map(({ pattern }) => pattern);
  return {
    decide({ tool, text, role, cost, spent }: Request): boolean {
      if (spent + cost > BUDGET || TOOLS_OF[role]?.includes(tool) !== true) return false;
      if (tool === 'Read') return pathAllowed(text, READ);
      if (tool === 'Write') return pathAllowed(text, WRITE);
      if (tool === 'Bash') {
        for (const pattern of patterns) if (pattern.test(text)) return false;
      }
      return true;
    },
  };
}
