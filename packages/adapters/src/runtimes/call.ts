import type { ActionInput, ActionKind } from '@licet/core';

import type { RuntimeEvent } from './event.ts';
import type { Fields } from './fields.ts';
import { present } from './fields.ts';
import type { SampleCall } from './runtime.ts';

/** What an adapter knows of a runtime's tools. */
export interface ToolTable {
  /** What sort of act a tool is; `tool` for one that is not named. */
  readonly kinds: ReadonlyMap<string, ActionKind>;
  /** Tools whose `description` is a label for people. It is an argument like any other of every other tool. */
  readonly labelled: ReadonlySet<string>;
}

const LABEL: readonly string[] = Object.freeze(['description']);

/** Returns the action that a call is, from the members that all hooks name alike. The arguments go along untouched. */
export function callAction(
  call: Fields,
  event: Fields,
  { sessionId, turnId, agentId, agentType }: Pick<RuntimeEvent, 'sessionId' | 'turnId' | 'agentId' | 'agentType'>,
  { kinds, labelled }: ToolTable,
): ActionInput {
  const tool = call.text('tool_name');
  return {
    kind: kinds.get(tool) ?? 'tool',
    tool,
    payload: call.record('tool_input'),
    sessionId,
    ...present({ turnId, agentId, agentType, callId: call.maybeText('tool_use_id'), cwd: event.maybeText('cwd') }),
    ...(labelled.has(tool) && { remarks: LABEL }),
  };
}

/** An event before a call, in the members that all hooks name alike. */
export function sampleEvent(
  name: string,
  { tool, input, cwd, sessionId = 'check', callId }: SampleCall,
): Readonly<Record<string, unknown>> {
  return {
    hook_event_name: name,
    session_id: sessionId,
    cwd,
    tool_name: tool,
    tool_input: input,
    ...(callId !== undefined && { tool_use_id: callId }),
  };
}
