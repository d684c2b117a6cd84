import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of OpenClaw. */
export const TOOLS: ToolTable = toolTable({
  bash: ['exec'],
  read: ['read', 'ls'],
  write: ['write', 'edit', 'apply_patch'],
  network: ['web_fetch'],
});
