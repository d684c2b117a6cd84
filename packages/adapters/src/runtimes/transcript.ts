import { GovernanceError } from '@licet/core';
import type { ActionInput, OutcomeStatus, Ruling } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';

import { isRecord } from '@licet/core/nodes';

import type { ToolTable } from './call.ts';
import { LABEL } from './call.ts';
import { present } from './fields.ts';

/** Where a runtime keeps its transcripts, and how to read them. */
export interface TranscriptFormat {
  /** The name as people know it. */
  readonly title: string;
  /** The folders that the runtime writes transcripts into. */
  folders(home: string, env: Readonly<Record<string, string | undefined>>): readonly string[];
  /** Whether a file in them is a transcript, by its path without `.gz`. */
  matches(file: string): boolean;
  /** Starts to read one file. */
  open(file: string): TranscriptReader;
}

/** Reads one transcript, an entry at a time. */
export interface TranscriptReader {
  /** What an entry tells. Throws for an entry that is broken; one of a kind that tells nothing gives nothing. */
  entry(value: unknown): readonly RecordedEvent[];
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of an object, or throws for an entry that is none: it is counted and passed over. */
export function membersOf(value: unknown): Members {
  if (isRecord(value)) return value;
  throw new GovernanceError('invalid_transcript', 'an entry is no object');
}

/** Returns the members of what lies inside an entry; none of what is no object. */
export const inside = (value: unknown): Members => (isRecord(value) ? value : {});

/** Returns a text, or undefined where there is none. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns a time in milliseconds since the epoch from a text or a number; `fallback` where there is none. */
export function timeOf(value: unknown, fallback: number): number {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN;
  return Number.isFinite(time) ? time : fallback;
}

/** Returns arguments that are written as JSON text or as an object. Anything else is one argument. */
export function argumentsOf(value: unknown): ActionInput['payload'] & object {
  if (isRecord(value)) return value;
  if (typeof value !== 'string') return {};
  try {
    return argumentsOf(JSON.parse(value) as unknown);
  } catch {
    return { input: value };
  }
}

/** What is known of a call in a transcript. */
export interface TranscriptCall {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly input: Members;
  readonly at: number;
  readonly cwd?: string | undefined;
  readonly agentId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly said?: Ruling | undefined;
}

/** Makes the call as the runtime's own hook would have shown it. A transcript has the arguments as the model wrote them. */
export function recordedCall(call: TranscriptCall, { kinds, labelled }: ToolTable): RecordedEvent {
  const { sessionId, callId, tool, input, at, cwd, agentId, turnId, said } = call;
  const action = {
    kind: kinds.get(tool) ?? 'tool',
    tool,
    payload: input,
    sessionId,
    callId,
    ...present({ cwd, agentId, turnId }),
    ...(labelled.has(tool) && { remarks: LABEL }),
  };
  return {
    type: 'call',
    at,
    action,
    exact: true,
    ...(said !== undefined && { said: { ruling: said, guard: 'runtime', code: 'recorded' } }),
  };
}

/** Makes the outcome of a call. */
export function recordedOutcome(sessionId: string, callId: string, status: OutcomeStatus, at: number): RecordedEvent {
  return { type: 'outcome', at, sessionId, callId, status };
}
