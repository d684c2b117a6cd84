import { basename, dirname, join } from 'node:path';

import type { OutcomeStatus } from '@licet/core';

import { argumentsOf, inside, membersOf, recordedCall, recordedOutcome, textOf, timeOf } from '../transcript.ts';
import type { TranscriptFormat } from '../transcript.ts';
import { TOOLS } from './tools.ts';

/** The names of tools in transcripts, and those that hooks are shown. */
const NAMES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  view: 'Read',
  create: 'Write',
  edit: 'Edit',
  grep: 'Grep',
  glob: 'Glob',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
};

/** Transcripts of Copilot CLI: `session-state/SESSION/events.jsonl` below its home. */
export const copilotTranscripts: TranscriptFormat = Object.freeze<TranscriptFormat>({
  title: 'Copilot CLI',
  folders: (home, env) => [join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'session-state')],
  matches: file => /(?:^|\/)events\.jsonl$/u.test(file),
  open(file) {
    const sessionId = basename(dirname(file));
    let cwd: string | undefined;
    let last = 0;
    return {
      entry(value) {
        const { type, data, timestamp } = membersOf(value);
        last = timeOf(timestamp, last);
        const members = typeof data === 'object' && data !== null ? membersOf(data) : {};
        cwd = textOf(members['cwd']) ?? textOf(inside(members['context'])['cwd']) ?? cwd;
        const callId = textOf(members['toolCallId']);
        if (callId === undefined) return [];
        if (type === 'tool.execution_complete') return [recordedOutcome(sessionId, callId, statusOf(members), last)];
        const name = textOf(members['toolName']);
        if (type !== 'tool.execution_start' || name === undefined) return [];
        const tool = Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name;
        return [recordedCall({ sessionId, callId, tool, input: argumentsOf(members['arguments']), at: last, cwd }, TOOLS)];
      },
    };
  },
});

function statusOf({ success, error, shellExecution }: Readonly<Record<string, unknown>>): OutcomeStatus {
  const { exitCode } = inside(shellExecution);
  if (success === true) return exitCode === undefined || exitCode === 0 ? 'ok' : 'error';
  const { code } = inside(error);
  return code === 'denied' || code === 'rejected' ? 'denied' : 'error';
}
