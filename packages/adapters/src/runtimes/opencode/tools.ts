import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of OpenCode. */
export const TOOLS: ToolTable = toolTable(
  {
    bash: ['bash'],
    read: ['read', 'glob', 'grep', 'list'],
    write: ['write', 'edit', 'multiedit', 'patch'],
    network: ['webfetch', 'websearch'],
  },
  ['bash', 'task'],
);
