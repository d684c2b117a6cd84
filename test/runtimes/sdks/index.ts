import { sdks as aiSdk } from './aiSdk.ts';
import { sdks as langchain } from './langchain.ts';
import { sdks as mastra } from './mastra.ts';
import { sdks as mcp } from './mcp.ts';
import { sdks as openaiAgents } from './openaiAgents.ts';
import type { Sdk } from './sdk.ts';

/** Every SDK that runs here with a fake model of its own. */
export const sdks: readonly Sdk[] = [...aiSdk, ...langchain, ...openaiAgents, ...mastra, ...mcp];
