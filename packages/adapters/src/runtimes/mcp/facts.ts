import type { RuntimeFacts } from '../capabilities.ts';
import { WRAPPED_TOOLS } from '../wrappedTools.ts';

/** Any client and any server of the Model Context Protocol, by a gateway between them. */
export const mcp: RuntimeFacts = Object.freeze<RuntimeFacts>({
  name: 'mcp',
  title: 'MCP gateway',
  capabilities: WRAPPED_TOOLS,
  gaps: Object.freeze({
    reportsExitCode: 'the result of a tool has no place for one',
    canTellAtStop: 'no message says that an agent stops',
    namesAgents: 'no message says which agent makes a call',
  }),
});
