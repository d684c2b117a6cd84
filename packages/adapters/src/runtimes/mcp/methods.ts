import { isRecord } from '@licet/core/nodes';

import type { McpRequest, Members } from '../../mcp/message.ts';
import type { ToolCall } from '../runtime.ts';

/** A method that a policy decides about. */
export interface GovernedMethod {
  /** What a request calls, with the name that it has behind that of its server; undefined where it is not of the protocol. */
  readonly called: (params: Members) => ToolCall | undefined;
  /** The parameters of a request that runs with these arguments. */
  readonly params: (args: Members) => Members;
}

/** Parameters that are no arguments. */
const BESIDE: ReadonlySet<string> = new Set(['_meta', 'task', 'requestState', 'inputResponses']);

/** A method whose parameters are its arguments, as far as `fits` knows them. */
const whole = (tool: string, fits: (params: Members) => boolean): GovernedMethod => ({
  called: params =>
    fits(params) ? { tool, input: Object.fromEntries(Object.entries(params).filter(([name]) => !BESIDE.has(name))) } : undefined,
  params: args => args,
});

const resource = whole('read_resource', ({ uri }) => typeof uri === 'string');

/** What clients ask servers for that a policy decides about. */
export const FOR_SERVERS: ReadonlyMap<string, GovernedMethod> = new Map<string, GovernedMethod>([
  [
    'tools/call',
    {
      called: ({ name, arguments: input = {} }) =>
        typeof name === 'string' && name !== '' && isRecord(input) ? { tool: name, input } : undefined,
      params: args => ({ arguments: args }),
    },
  ],
  ['resources/read', resource],
  ['resources/subscribe', resource],
  ['prompts/get', whole('get_prompt', ({ name }) => typeof name === 'string')],
  ['completion/complete', whole('list_completions', ({ ref, argument }) => isRecord(ref) && isRecord(argument))],
]);

/** What servers ask clients for that a policy decides about: the model of the client, and the user in front of it. */
export const FOR_CLIENTS: ReadonlyMap<string, GovernedMethod> = new Map<string, GovernedMethod>([
  ['sampling/createMessage', whole('sampling', ({ messages }) => Array.isArray(messages))],
  ['elicitation/create', whole('ask_user', ({ message }) => typeof message === 'string')],
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What clients ask servers for that acts on nothing: passed on. */
export const PASSED_TO_SERVERS: ReadonlySet<string> = words(
  'initialize ping server/discover logging/setLevel subscriptions/listen tools/list prompts/list resources/list ' +
    'resources/templates/list resources/unsubscribe tasks/get tasks/list tasks/result tasks/cancel tasks/update',
);

/** What servers ask clients for that acts on nothing: passed on. */
export const PASSED_TO_CLIENTS: ReadonlySet<string> = words('ping roots/list tasks/get tasks/list tasks/result tasks/cancel');

/**
 * What a client may tell a server. A notification of a vendor is none of them: there are such that put text in front of the model,
 * or say yes to a question of the client.
 */
export const TOLD_TO_SERVERS: ReadonlySet<string> = words(
  'notifications/initialized notifications/cancelled notifications/progress notifications/roots/list_changed notifications/tasks/status',
);
/** What a server may tell a client, by the same rule. */
export const TOLD_TO_CLIENTS: ReadonlySet<string> = words(
  'notifications/cancelled notifications/progress notifications/message notifications/tools/list_changed ' +
    'notifications/prompts/list_changed notifications/resources/list_changed notifications/resources/updated ' +
    'notifications/elicitation/complete notifications/tasks/status notifications/subscriptions/acknowledged',
);

/** The resources that a request subscribes to beside what else it wants to hear of. */
export function subscribedIn({ method, params }: McpRequest): readonly unknown[] {
  const wanted = method === 'subscriptions/listen' ? params?.['notifications'] : undefined;
  const listed = isRecord(wanted) ? (wanted['resourceSubscriptions'] ?? []) : [];
  return Array.isArray(listed) ? listed : [listed];
}
