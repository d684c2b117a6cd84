import { basename, join } from 'node:path';

import type { OutcomeStatus } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';

import { argumentsOf, inside, membersOf, recordedCall, recordedOutcome, textOf, timeOf } from '../transcript.ts';
import type { TranscriptFormat } from '../transcript.ts';
import { TOOLS } from './tools.ts';

/**
 * Transcripts of Gemini CLI: `tmp/PROJECT/chats/session-….jsonl` below its folder. A message is written again when its calls have run, and
 * `$set` may bring messages once more: a call counts once. The folder of the project is only in the text that the session begins with.
 */
export const geminiTranscripts: TranscriptFormat = Object.freeze<TranscriptFormat>({
  title: 'Gemini CLI',
  folders: home => [join(home, '.gemini', 'tmp')],
  matches: file => /(?:^|\/)chats\/session-[^/]*\.jsonl$/u.test(file),
  open(file) {
    let sessionId = basename(file).replace(/\.jsonl(?:\.gz)?$/u, '');
    let cwd: string | undefined;
    let last = 0;
    const known = new Map<string, 'called' | 'ended'>();
    const call = (value: unknown): readonly RecordedEvent[] => {
      const item = membersOf(value);
      const [callId, tool] = [textOf(item['id']), textOf(item['name'])];
      if (callId === undefined || tool === undefined || known.get(callId) === 'ended') return [];
      const at = timeOf(item['timestamp'], last);
      const called = { sessionId, callId, tool, input: argumentsOf(item['args']), at: last, cwd };
      const begun = known.has(callId) ? [] : [recordedCall(called, TOOLS)];
      const status = statusOf(item);
      known.set(callId, status === undefined ? 'called' : 'ended');
      return status === undefined ? begun : [...begun, recordedOutcome(sessionId, callId, status, at)];
    };
    const message = (value: unknown): readonly RecordedEvent[] => {
      const { type, timestamp, content, toolCalls } = membersOf(value);
      last = timeOf(timestamp, last);
      if (type === 'user') cwd ??= folderIn(content);
      return Array.isArray(toolCalls) ? toolCalls.flatMap(call) : [];
    };
    return {
      entry(value) {
        const { $set: changed, ...entry } = membersOf(value);
        if (changed === undefined) {
          if (entry['type'] === undefined) sessionId = textOf(entry['sessionId']) ?? sessionId;
          return message(entry);
        }
        const { messages } = membersOf(changed);
        return Array.isArray(messages) ? messages.flatMap(message) : [];
      },
    };
  },
});

function folderIn(content: unknown): string | undefined {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.flatMap(part => textOf(inside(part)['text']) ?? []);
  return texts
    .flatMap(
      text =>
        /^<session_context>[\s\S]*?Workspace Directories:\*\*\n\s+- (?<folder>\/.*)$/mu.exec(text)?.groups?.['folder'] ?? [],
    )
    .at(0);
}

/** The exit code of a command is after its output, if it failed. */
const FAILED = /\nExit Code: (?!0\n)\d+\n(?:Process Group PGID: \d+\n)?(?:<\/untrusted_context>)?\s*$/u;

function statusOf({ status, result }: Readonly<Record<string, unknown>>): OutcomeStatus | undefined {
  if (status === 'error') return 'error';
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'success') return undefined;
  return outputsOf(result).some(output => FAILED.test(output)) ? 'error' : 'ok';
}

function outputsOf(result: unknown): readonly string[] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((part: { readonly functionResponse?: { readonly response?: { readonly output?: unknown } } } | null) => {
    const output = part?.functionResponse?.response?.output;
    return typeof output === 'string' ? [output] : [];
  });
}
