import { randomUUID } from 'node:crypto';

import { mayRun } from '../decided.ts';
import { decisionText } from '../decision.ts';
import type { CallPlace, McpCall } from './place.ts';
import { subscribedIn } from './methods.ts';

/** More resources in one request are refused. */
const MOST = 1_000;

/**
 * Decides about the resources that a request subscribes to beside what else it wants to hear of, each as if it were read. Returns why
 * the request is stopped; undefined where it is not.
 */
export async function subscribed(
  { gates, nameOf }: CallPlace,
  context: McpCall,
  signal: AbortSignal,
): Promise<string | undefined> {
  const resources = subscribedIn(context.request);
  if (resources.length > MOST) return `licet: more than ${MOST} resources in one request`;
  for (const uri of resources) {
    if (typeof uri !== 'string') return 'licet: a resource is named by something that is no text';
    const call = {
      tool: nameOf('read_resource'),
      input: { uri },
      callId: randomUUID(),
      context,
      signal,
      cannotAsk: true,
    } as const;
    const decided = await gates.later.decide(call);
    if (!mayRun(decided)) return decisionText(decided.decision);
    if (decided.decision.do === 'rewrite')
      return 'licet: the policy wants another resource, which a subscription cannot be given';
    await gates.later.settle(decided.evaluation, { status: 'unknown' });
  }
  return undefined;
}
