import type { McpResponse } from '../../mcp/message.ts';
import { knowledgeAsked, withKnowledgeTool } from './knowledgeTool.ts';
import type { CallPlace, McpCall } from './place.ts';
import { conceptProposed, withProposalTool } from './proposalTool.ts';
import { taskDeclared, withTaskTool } from './taskTool.ts';

/** Adds the tools of the gateway itself to what a server lists. */
export const withOwnTools = (response: McpResponse, place: CallPlace): McpResponse =>
  withProposalTool(withKnowledgeTool(withTaskTool(response, place), place), place);

/** Answers a call of a tool of the gateway itself; undefined for every other request. */
export const answeredHere = async (place: CallPlace, about: McpCall): Promise<McpResponse | undefined> =>
  (await taskDeclared(place, about)) ?? (await knowledgeAsked(place, about)) ?? conceptProposed(place, about);
