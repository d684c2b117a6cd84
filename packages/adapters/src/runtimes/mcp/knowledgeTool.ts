import type { McpResponse } from '../../mcp/message.ts';
import { argumentsFor, refusedArguments, said, withOwnTool } from './ownTool.ts';
import type { CallPlace, McpCall } from './place.ts';

/** The tool of the gateway that tells what is known for an intended action. It reads: nothing that it is told teaches anything. */
const KNOWLEDGE_TOOL = {
  name: 'what_do_you_know',
  description:
    'Before an action: tells what the knowledge graph knows of it, to which depth and from whom, what is missing, and who could teach it. Only people teach; this tool reads.',
  inputSchema: {
    type: 'object',
    properties: { action: { type: 'string', description: 'the intended action in plain words, in at most 500 characters' } },
    required: ['action'],
  },
  annotations: { readOnlyHint: true },
} as const;

const MOST = 500;

/** Adds the tool where the host knows something, unless a tool of the server has its name. */
export const withKnowledgeTool = (response: McpResponse, { knowledge }: CallPlace): McpResponse =>
  knowledge === undefined ? response : withOwnTool(response, KNOWLEDGE_TOOL);

/** Answers a call of the tool; undefined for every other request. */
export async function knowledgeAsked(place: CallPlace, about: McpCall): Promise<McpResponse | undefined> {
  const { knowledge } = place;
  const given = knowledge && (await argumentsFor(KNOWLEDGE_TOOL, place, about));
  if (knowledge === undefined || given === undefined) return undefined;
  const { request } = about;
  const { action } = given;
  if (typeof action !== 'string' || action.length > MOST) return refusedArguments(KNOWLEDGE_TOOL, request);
  return said(request, await knowledge(action), false);
}
