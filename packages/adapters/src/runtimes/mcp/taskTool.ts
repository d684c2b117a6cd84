import type { ActionInput } from '@licet/core';
import { escapeText } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { coverageLines } from '@licet/core/store';

import { waitingText } from '../../approvalText.ts';
import type { McpResponse, Members } from '../../mcp/message.ts';
import type { CallPlace, McpCall } from './place.ts';
import { argumentsFor, refusedArguments, said, withOwnTool } from './ownTool.ts';

/** The tool of the gateway itself: a human is asked once for all calls that a task needs. It grants nothing by itself. */
const TASK_TOOL = {
  name: 'licet_request',
  description:
    'Ask a person once for all tool calls of this server that a task needs, before it begins. Nothing runs and nothing is granted: the person reads what the task would cover and may say yes. Until then each call asks by itself.',
  inputSchema: {
    type: 'object',
    properties: {
      task: { type: 'string', description: 'what the task is, in at most 200 characters' },
      needs: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
          required: ['tool'],
        },
        description: 'the calls, each with exactly the arguments that it will have',
      },
    },
    required: ['task', 'needs'],
  },
} as const;

/** Adds the gateway's tool to the last page of what a server lists, unless a tool of the server has its name. */
export const withTaskTool = (response: McpResponse, { declares }: CallPlace): McpResponse =>
  declares ? withOwnTool(response, TASK_TOOL) : response;

/** Answers a call of the gateway's tool; undefined for every other request. */
export async function taskDeclared(place: CallPlace, about: McpCall): Promise<McpResponse | undefined> {
  const { request } = about;
  const given = place.declares ? await argumentsFor(TASK_TOOL, place, about) : undefined;
  if (given === undefined) return undefined;
  const { task, needs } = given;
  if (typeof task !== 'string' || !Array.isArray(needs) || !needs.every(isNeed)) return refusedArguments(TASK_TOOL, request);
  const calls: ActionInput[] = [];
  for (const need of needs) {
    const { digest: toolDigest } = await place.tools.standing(need.tool, request);
    calls.push(place.actionOf({ tool: place.nameOf(need.tool), input: need.arguments ?? {}, context: about, toolDigest }));
  }
  const result = await place.engine.declareTask({ words: task, needs: calls });
  if (!result.declared) return said(request, `licet: no request was made: ${escapeText(result.why, 500)}`, true);
  const { code, questions, expiresAt, generalization } = result.approval.request;
  const covers = generalization === undefined ? [] : coverageLines(generalization, 'file').map(line => escapeText(`  ${line}`));
  const lines = [`licet: ${waitingText({ code, questions, expiresAt }) ?? ''}. It would cover:`, ...covers];
  return said(request, [...lines, 'Tell the user, and begin when they have said yes.'].join('\n'), false);
}

interface Need {
  readonly tool: string;
  readonly arguments?: Members;
}

const isNeed = (need: unknown): need is Need =>
  isRecord(need) && typeof need['tool'] === 'string' && (need['arguments'] === undefined || isRecord(need['arguments']));
