import type { ActionKind } from '@licet/core';

import type { ToolTable } from '../call.ts';

const KINDS: ReadonlyMap<string, ActionKind> = new Map<string, ActionKind>([
  ['Bash', 'bash'],
  ['Read', 'read'],
  ['NotebookRead', 'read'],
  ['Glob', 'read'],
  ['Grep', 'read'],
  ['LS', 'read'],
  ['Write', 'write'],
  ['Edit', 'write'],
  ['MultiEdit', 'write'],
  ['NotebookEdit', 'write'],
  ['WebFetch', 'network'],
  ['WebSearch', 'network'],
]);

const LABELLED: ReadonlySet<string> = new Set(['Bash', 'Monitor', 'Agent', 'Task']);

/** Lines of its output come to the model as messages, and not as a result that a hook could replace. */
const STREAMING: ReadonlySet<string> = new Set(['Monitor']);

/** The tools of Claude Code. */
export const TOOLS: ToolTable = Object.freeze({ kinds: KINDS, labelled: LABELLED });

/** Tells whether a tool's output comes to the model past every hook. */
export function isStreaming(tool: string | undefined): boolean {
  return tool !== undefined && STREAMING.has(tool);
}
