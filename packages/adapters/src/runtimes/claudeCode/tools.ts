import type { ActionKind } from '@licet/core';

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

/** Tools whose `description` is a label for people. It is an argument like any other of every other tool. */
const LABELLED: ReadonlySet<string> = new Set(['Bash', 'Monitor', 'Agent', 'Task']);

/** The argument that is a label. */
export const LABEL: readonly string[] = Object.freeze(['description']);

/** Lines of its output come to the model as messages, and not as a result that a hook could replace. */
const STREAMING: ReadonlySet<string> = new Set(['Monitor']);

/** What sort of act a tool of Claude Code is. */
export function kindOf(tool: string): ActionKind {
  return KINDS.get(tool) ?? 'tool';
}

/** Tells whether a tool's `description` is for people only. */
export function isLabelled(tool: string): boolean {
  return LABELLED.has(tool);
}

/** Tells whether a tool's output comes to the model past every hook. */
export function isStreaming(tool: string | undefined): boolean {
  return tool !== undefined && STREAMING.has(tool);
}
