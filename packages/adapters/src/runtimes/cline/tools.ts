import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of Cline. */
export const TOOLS: ToolTable = toolTable({
  bash: ['run_commands'],
  read: ['read_files', 'search_codebase'],
  write: ['editor', 'apply_patch'],
  network: ['fetch_web_content'],
});
