import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of Cursor's agent. */
export const TOOLS: ToolTable = toolTable(
  {
    bash: ['Shell'],
    read: ['Read', 'Grep', 'Glob', 'LS'],
    write: ['Write', 'Edit', 'StrReplace', 'Delete'],
    network: ['WebFetch', 'WebSearch'],
  },
  ['Shell'],
);
