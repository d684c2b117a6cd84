import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of Codex. Every way to run a command is shown to hooks as `Bash`. */
export const TOOLS: ToolTable = toolTable({
  bash: ['Bash'],
  read: ['view_image'],
  write: ['apply_patch'],
  network: ['web_search'],
});
