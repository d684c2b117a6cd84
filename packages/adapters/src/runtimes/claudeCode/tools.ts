import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of Claude Code. */
export const TOOLS: ToolTable = toolTable(
  {
    bash: ['Bash'],
    read: ['Read', 'NotebookRead', 'Glob', 'Grep', 'LS'],
    write: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'],
    network: ['WebFetch', 'WebSearch'],
  },
  ['Bash', 'Monitor', 'Agent', 'Task'],
);

/** Lines of its output come to the model as messages, and not as a result that a hook could replace. */
const STREAMING: ReadonlySet<string> = new Set(['Monitor']);

/** Tells whether a tool's output reaches the model past every hook. */
export function isStreaming(tool: string | undefined): boolean {
  return tool !== undefined && STREAMING.has(tool);
}
