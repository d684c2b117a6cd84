import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of Pi. */
export const TOOLS: ToolTable = toolTable({
  bash: ['bash'],
  read: ['read', 'grep', 'find', 'ls'],
  write: ['write', 'edit'],
});
