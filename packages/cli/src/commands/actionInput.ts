import type { ActionInput } from '@licet/core';
import { parseEvent, claudeCode } from '@licet/adapters/claude-code';

import { UsageError } from '../exit.ts';

/** How an action may be written on the command line. */
export interface ActionArguments {
  readonly tool?: string | undefined;
  /** The tool's arguments as a JSON object. */
  readonly input?: string | undefined;
  readonly command?: string | undefined;
  /** Whose limits and facts count. */
  readonly session?: string | undefined;
  readonly cwd: string;
}

/** Makes an action of the arguments of `check` and `explain`. A tool's name is read as Claude Code's hook would. */
export function actionInput({ tool, input, command, session, cwd }: ActionArguments): ActionInput {
  if (session === '') throw new UsageError('expected the identity of a session after `--session`, found nothing');
  if (command !== undefined) {
    if (tool !== undefined || input !== undefined)
      throw new UsageError('`--command` stands alone: leave `--tool` and `--input` out');
    return { kind: 'bash', tool: 'Bash', payload: { command }, cwd, ...(session !== undefined && { sessionId: session }) };
  }
  if (tool === undefined) throw new UsageError('say what to judge: `--tool NAME --input JSON`, `--command TEXT` or `--batch`');
  if (tool === '') throw new UsageError('expected the name of a tool after `--tool`, found nothing');
  const event = parseEvent({
    hook_event_name: 'PreToolUse',
    session_id: session ?? 'check',
    tool_name: tool,
    tool_input: parseInput(input),
    cwd,
  });
  return claudeCode.toAction(event);
}

function parseInput(input: string | undefined): object {
  if (input === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    throw new UsageError('`--input` is not JSON: expected an object like `{"file_path": "a.txt"}`');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('`--input` must be a JSON object like `{"file_path": "a.txt"}`');
  return value;
}
