import type { CallOptions } from '@licet/adapters/ai-sdk';

import type { Play } from '../../contract/runtimes/row.ts';

/** The options of an adapter for a play; what it notes goes into `noticed`. */
export function optionsOf({ sessionId = 's', faulty = false, shaper, asking, agent }: Play, noticed: string[]): CallOptions {
  return {
    sessionId: faulty
      ? () => {
          throw new Error('there is no session');
        }
      : sessionId,
    ...(shaper && { shaper }),
    ...(asking && { asking }),
    ...(agent && { context: { agentId: agent.id } }),
    notify: text => void noticed.push(text),
  };
}
