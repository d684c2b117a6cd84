import type { Player } from '../../contract/runtimes/row.ts';
import { players as aiSdk } from './aiSdk.ts';
import { players as claudeAgentSdk } from './claudeAgentSdk.ts';
import { players as langchain } from './langchain.ts';
import { players as mastra } from './mastra.ts';
import { players as mcp } from './mcp.ts';
import { players as openaiAgents } from './openaiAgents.ts';

/** Every SDK that runs here with its own fake model, by its title in the table. */
export const players: Readonly<Record<string, Player>> = {
  ...aiSdk,
  ...claudeAgentSdk,
  ...langchain,
  ...openaiAgents,
  ...mastra,
  ...mcp,
};
