import { basename, join } from 'node:path';

import type { OutcomeStatus } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';

import { quoted } from '../hookCommand.ts';
import type { TranscriptFormat } from '../transcript.ts';
import { argumentsOf, membersOf, recordedCall, recordedOutcome, textOf, timeOf } from '../transcript.ts';
import { TOOLS } from './tools.ts';

/** Every way to run a command, which hooks are shown as `Bash`. */
const SHELLS: ReadonlySet<string> = new Set(['shell', 'shell_command', 'exec_command', 'local_shell', 'container.exec']);

/** Transcripts of Codex: `sessions/YYYY/MM/DD/rollout-….jsonl` below its home. */
export const codexTranscripts: TranscriptFormat = Object.freeze<TranscriptFormat>({
  title: 'Codex',
  folders: (home, env) => [join(env['CODEX_HOME'] ?? join(home, '.codex'), 'sessions')],
  matches: file => /(?:^|\/)rollout-[^/]*\.jsonl$/u.test(file),
  open(file) {
    let sessionId = basename(file).replace(/\.jsonl(?:\.gz)?$/u, '');
    let [cwd, turnId]: [string | undefined, string | undefined] = [undefined, undefined];
    let last = 0;
    const call = (item: Readonly<Record<string, unknown>>): readonly RecordedEvent[] => {
      const [callId, name] = [textOf(item['call_id']), textOf(item['name'])];
      if (callId === undefined || name === undefined) return [];
      const given = argumentsOf(item['arguments'] ?? item['input']);
      const isShell = SHELLS.has(name);
      const folder = isShell ? (textOf(given['workdir']) ?? cwd) : cwd;
      const [tool, input] = isShell ? ['Bash', { command: commandOf(given['command'] ?? given['cmd']) }] : [name, given];
      return [recordedCall({ sessionId, callId, tool, input, at: last, cwd: folder, turnId }, TOOLS)];
    };
    return {
      entry(value) {
        const { type, payload, timestamp } = membersOf(value);
        last = timeOf(timestamp, last);
        if (type !== 'session_meta' && type !== 'turn_context' && type !== 'response_item') return [];
        const item = membersOf(payload);
        cwd = textOf(item['cwd']) ?? cwd;
        if (type === 'session_meta') sessionId = textOf(item['id']) ?? sessionId;
        if (type === 'turn_context') turnId = textOf(item['turn_id']) ?? turnId;
        if (type !== 'response_item') return [];
        const kind = textOf(item['type']) ?? '';
        if (kind === 'function_call' || kind === 'custom_tool_call') return call(item);
        const callId = textOf(item['call_id']);
        if (!/^(?:function|custom_tool)_call_output$/u.test(kind) || callId === undefined) return [];
        return [recordedOutcome(sessionId, callId, statusOf(item['output']), last)];
      },
    };
  },
});

/** Codex writes how a command ended before its output, where the command cannot write. */
function statusOf(output: unknown): OutcomeStatus {
  const [head = ''] = typeof output === 'string' ? output.split('\nOutput:\n', 1) : [];
  const code = /^Process exited with code (?<code>\d+)$/mu.exec(head)?.groups?.['code'];
  return code === undefined ? 'unknown' : code === '0' ? 'ok' : 'error';
}

/** A command as one text. `bash -lc TEXT` is the text. */
function commandOf(command: unknown): string {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return '';
  const words = command.map(String);
  const [program = '', flag = '', text] = words;
  if (words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/u.test(program) && /^-l?c$/u.test(flag) && text !== undefined) return text;
  return words.map(quoted).join(' ');
}
