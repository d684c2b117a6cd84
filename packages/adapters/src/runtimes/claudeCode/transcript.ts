import { basename, join } from 'node:path';

import type { OutcomeStatus } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';
import { isRecord } from '@licet/core/nodes';

import { argumentsOf, inside, membersOf, recordedCall, recordedOutcome, textOf, timeOf } from '../transcript.ts';
import type { TranscriptFormat } from '../transcript.ts';
import { TOOLS } from './tools.ts';

/**
 * Transcripts of Claude Code: `projects/FOLDER/SESSION.jsonl` below its folder of settings, those of subagents beside them. Calls stand
 * in records of type `assistant`, what became of them in the next `user` record.
 */
export const claudeTranscripts: TranscriptFormat = Object.freeze<TranscriptFormat>({
  title: 'Claude Code',
  folders: (home, env) => [join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'projects')],
  matches: file => file.endsWith('.jsonl'),
  open(file) {
    const [fallback, agent] = [
      basename(file).replace(/\.jsonl(?:\.gz)?$/u, ''),
      /^agent-(?<id>.+?)\.jsonl/u.exec(basename(file)),
    ];
    let last = 0;
    return {
      entry(value) {
        const entry = membersOf(value);
        const { type } = entry;
        if (type !== 'assistant' && type !== 'user') return [];
        last = timeOf(entry['timestamp'], last);
        const sessionId = textOf(entry['sessionId']) ?? fallback;
        const agentId = textOf(entry['agentId']) ?? agent?.groups?.['id'];
        const blocks = blocksOf(entry['message']);
        if (type === 'user') return blocks.flatMap(block => resultOf(block, entry, sessionId, last));
        return blocks.flatMap(block => {
          const [callId, tool] = [textOf(block['id']), textOf(block['name'])];
          if (block['type'] !== 'tool_use' || callId === undefined || tool === undefined) return [];
          const cwd = textOf(entry['cwd']);
          return [recordedCall({ sessionId, callId, tool, input: argumentsOf(block['input']), at: last, cwd, agentId }, TOOLS)];
        });
      },
    };
  },
});

type Block = Readonly<Record<string, unknown>>;

function blocksOf(message: unknown): readonly Block[] {
  const { content } = inside(message);
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function resultOf(block: Block, entry: Block, sessionId: string, at: number): readonly RecordedEvent[] {
  const callId = textOf(block['tool_use_id']);
  if (block['type'] !== 'tool_result' || callId === undefined) return [];
  return [recordedOutcome(sessionId, callId, statusOf(block, entry), at)];
}

/** What was refused, by a hook, by the settings or by the user, did not run. */
function statusOf(block: Block, { permissionDecision, toolDenialKind, toolUseResult }: Block): OutcomeStatus {
  if (inside(permissionDecision)['decision'] === 'reject' || toolDenialKind !== undefined) return 'denied';
  if (inside(toolUseResult)['interrupted'] === true) return 'cancelled';
  return block['is_error'] === true ? 'error' : 'ok';
}
