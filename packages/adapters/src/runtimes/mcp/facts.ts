import type { RuntimeFacts } from '../capabilities.ts';
import { factsOf } from '../capabilities.ts';

/** Any client and any server of the Model Context Protocol, by a gateway between them. */
export const mcp: RuntimeFacts = factsOf('mcp', 'MCP gateway', {
  reportsExitCode: 'the result of a tool has no place for one',
  canTellAtStop: 'no message says that an agent stops',
  reportsPrompts: 'no message tells a server what the user said',
  namesAgents: 'no message says which agent makes a call',
});
