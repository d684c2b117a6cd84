import type { ActionInput, ActionKind } from '@licet/core';

import type { Audience, Phase, RuntimeEvent } from './event.ts';
import type { Fields } from './fields.ts';
import { fieldsOf, present, unknownEvent } from './fields.ts';
import type { SampleCall } from './runtime.ts';

/** What an adapter knows of a runtime's tools. */
export interface ToolTable {
  /** What sort of act a tool is; `tool` for one that is not named. */
  readonly kinds: ReadonlyMap<string, ActionKind>;
  /** Tools whose `description` is a label for people. It is an argument like any other of every other tool. */
  readonly labelled: ReadonlySet<string>;
}

/** The argument that is one. */
export const LABEL: readonly string[] = Object.freeze(['description']);

/** Makes the table of a runtime: its tools by what sort of act they are, and those whose `description` is a label. */
export function toolTable(
  tools: Readonly<Partial<Record<'bash' | 'read' | 'write' | 'network', readonly string[]>>>,
  labelled: readonly string[] = [],
): ToolTable {
  const kinds = Object.entries(tools).flatMap(([kind, names]) => names.map(name => [name, kind] as const));
  return Object.freeze({ kinds: new Map<string, ActionKind>(kinds), labelled: new Set(labelled) });
}

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

/** What a runtime says in its own words of the events that most of them have: before a call, after it, and when a session begins. */
export interface EventWords {
  readonly events: Readonly<Record<string, Phase>>;
  readonly tools: ToolTable;
  /** Who sees a prompt; of each event where the runtime tells it. */
  readonly audience: Audience | ((fields: Fields) => Audience);
  /** What an event tells of its session. @defaultValue its `session_id` */
  readonly session?: (fields: Fields) => Pick<RuntimeEvent, 'sessionId' | 'turnId' | 'agentId'>;
  /** How a call ended, and its output where that can still be replaced. */
  readonly after: (
    fields: Fields,
    kind: ActionKind,
    name: string,
  ) => Pick<Extract<RuntimeEvent, { phase: 'after' }>, 'outcome' | 'output'>;
}

/** Reads an event of such a runtime. */
export type ReadEvent = (input: unknown) => RuntimeEvent;

/** Makes the reader of events that all hooks name alike but for a few members. Throws for any event that is not listed. */
export function eventReader({ events, tools, audience, session, after }: EventWords): ReadEvent {
  return input => {
    const fields = fieldsOf(input);
    const name = fields.text('hook_event_name');
    const facts = {
      name,
      ...(session?.(fields) ?? { sessionId: fields.text('session_id') }),
      audience: typeof audience === 'function' ? audience(fields) : audience,
    };
    const phase = Object.hasOwn(events, name) ? events[name] : undefined;
    if (phase === 'start') return { ...facts, phase };
    if (phase === 'turn') return { ...facts, phase, ...present({ prompt: fields.maybeText('prompt') }) };
    if (phase !== 'before' && phase !== 'after') throw unknownEvent(name);
    const action = callAction(fields, fields, facts, tools);
    return phase === 'before' ? { ...facts, phase, action } : { ...facts, phase, action, ...after(fields, action.kind, name) };
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
