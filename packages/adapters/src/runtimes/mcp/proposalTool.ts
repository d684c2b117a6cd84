import type { McpResponse, Members } from '../../mcp/message.ts';
import { argumentsFor, refusedArguments, said, withOwnTool } from './ownTool.ts';
import type { CallPlace, GatewayOptions, McpCall } from './place.ts';

const text = (description: string): object => ({ type: 'string', description });

/** The tool of the gateway by which an agent suggests what the knowledge graph lacks. A person decides. */
const PROPOSAL_TOOL = {
  name: 'propose_concept',
  description:
    'Suggests a concept that the knowledge graph lacks. Nothing is taught: it waits until a person accepts or rejects it, and until then actions that need it are stopped. Few are kept, and each once.',
  inputSchema: {
    type: 'object',
    properties: {
      concept: text('the concept in a word or two, in at most 80 characters'),
      meaning: text('what it is, in at most 500 characters'),
      evidence: text(
        'where you have that from: a file, an answer of the user, the output of a command; in at most 500 characters',
      ),
    },
    required: ['concept', 'meaning', 'evidence'],
  },
} as const;

/** Adds the tool where the host keeps suggestions, unless a tool of the server has its name. */
export const withProposalTool = (response: McpResponse, { propose }: CallPlace): McpResponse =>
  propose === undefined ? response : withOwnTool(response, PROPOSAL_TOOL);

/** Answers a call of the tool; undefined for every other request. */
export async function conceptProposed(place: CallPlace, about: McpCall): Promise<McpResponse | undefined> {
  const { propose } = place;
  const given = propose && (await argumentsFor(PROPOSAL_TOOL, place, about));
  if (propose === undefined || given === undefined) return undefined;
  const { request } = about;
  if (!isSuggestion(given)) return refusedArguments(PROPOSAL_TOOL, request);
  const { concept, meaning, evidence } = given;
  const { isKept, text: words } = await propose({ concept, meaning, evidence });
  return said(request, words, !isKept);
}

const isSuggestion = (given: Members): given is Members & Parameters<NonNullable<GatewayOptions['propose']>>[0] =>
  ['concept', 'meaning', 'evidence'].every(name => typeof given[name] === 'string');
