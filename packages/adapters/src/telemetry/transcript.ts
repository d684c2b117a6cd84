import { basename } from 'node:path';

import type { OutcomeStatus } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';

import { toolTable } from '../runtimes/call.ts';
import { argumentsOf, inside, membersOf, recordedCall, recordedOutcome, textOf } from '../runtimes/transcript.ts';
import type { TranscriptFormat } from '../runtimes/transcript.ts';
import { NAMES } from './names.ts';

/** Tools whose names say what sort of act they are, whatever the agent. */
const TOOLS = toolTable({ bash: ['Bash', 'bash', 'shell'], read: ['Read'], write: ['Write', 'Edit'], network: ['WebFetch'] });

/**
 * Spans of OpenTelemetry, one export in JSON a line, as the collector's file exporter writes them. A call is a span `execute_tool` with
 * `gen_ai.tool.name`; its arguments are in `gen_ai.tool.call.arguments`, which many agents only write where they are told to.
 */
export const otelTranscripts: TranscriptFormat = Object.freeze<TranscriptFormat>({
  title: 'OpenTelemetry',
  folders: () => [],
  matches: file => /\.jsonl?$/u.test(file),
  open(file) {
    const fallback = basename(file).replace(/\.jsonl?(?:\.gz)?$/u, '');
    return { entry: value => spansOf(membersOf(value)).flatMap(span => eventsOf(span, fallback)) };
  },
});

type Members = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.map(membersOf) : []);

function spansOf({ resourceSpans }: Members): readonly Members[] {
  const spans = listOf(resourceSpans).flatMap(each => listOf(each['scopeSpans']).flatMap(scope => listOf(scope['spans'])));
  return spans.toSorted((a, b) => startOf(a) - startOf(b));
}

const startOf = ({ startTimeUnixNano }: Members): number => Number(startTimeUnixNano ?? 0) / 1e6;

function eventsOf(span: Members, fallback: string): readonly RecordedEvent[] {
  const attributes = attributesOf(span);
  const [tool, callId] = [textOf(attributes[NAMES.tool]), textOf(attributes[NAMES.call]) ?? textOf(span['spanId'])];
  if (attributes[NAMES.operation] !== 'execute_tool' || tool === undefined || callId === undefined) return [];
  const sessionId = textOf(attributes[NAMES.session]) ?? textOf(span['traceId']) ?? fallback;
  const agentId = textOf(attributes[NAMES.agent]);
  const cwd = textOf(attributes['process.working_directory']);
  const given = attributes['gen_ai.tool.call.arguments'];
  const call = recordedCall({ sessionId, callId, tool, input: argumentsOf(given), at: startOf(span), cwd, agentId }, TOOLS);
  const end = Number(span['endTimeUnixNano'] ?? 0) / 1e6 || startOf(span);
  const exact = given !== undefined;
  return [call.type === 'call' ? { ...call, exact } : call, recordedOutcome(sessionId, callId, statusOf(span, attributes), end)];
}

function statusOf({ status }: Members, attributes: Members): OutcomeStatus {
  const isError = [2, 'STATUS_CODE_ERROR'].includes(inside(status)['code'] as number | string);
  return isError || attributes[NAMES.fault] !== undefined ? 'error' : 'ok';
}

function attributesOf({ attributes }: Members): Members {
  return Object.fromEntries(
    listOf(attributes).map(({ key, value }) => {
      const [plain] = Object.values(inside(value));
      return [String(key), plain] as const;
    }),
  );
}
