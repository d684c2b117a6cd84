import type { ActionInput, PolicyEngine } from '@licet/core';
import { digestAction } from '@licet/core/policy';

import type { RuntimeEvent } from './event.ts';

/** A runtime that gives calls no id: each call that is about to run gets a new one, so that it counts by itself. */
export function withOwnId(event: RuntimeEvent): RuntimeEvent {
  if (event.phase !== 'before') return event;
  const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return { ...event, action: { ...event.action, callId: `${prefixesOf(event.action).call}${unique}` } };
}

/**
 * The call that an outcome belongs to. Of several that are alike it is the oldest one that is still open; where none has these
 * arguments, the oldest one of the tool: a runtime may tell of other arguments afterwards than before.
 */
export async function knownCall(action: ActionInput, engine: PolicyEngine): Promise<ActionInput> {
  if (action.callId !== undefined || action.sessionId === undefined) return action;
  const { tool, call } = prefixesOf(action);
  const callId = (await engine.openCall(action.sessionId, call)) ?? (await engine.openCall(action.sessionId, tool));
  return callId === undefined ? action : { ...action, callId };
}

/** What a made-up id begins with: the tool, and the tool with its arguments. */
function prefixesOf({ kind, tool = '', payload = {}, remarks }: ActionInput): { readonly tool: string; readonly call: string } {
  const digest = (of: Readonly<Record<string, unknown>>): string => {
    const whole = digestAction({ kind, tool, payload: of, sessionId: '', ...(remarks !== undefined && { remarks }) });
    return (whole ?? 'no-data').slice(0, 12);
  };
  return { tool: `own:${digest({})}:`, call: `own:${digest({})}:${digest(payload)}:` };
}
