import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of Gemini CLI. */
export const TOOLS: ToolTable = toolTable(
  {
    bash: ['run_shell_command'],
    read: ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search', 'search_file_content'],
    write: ['write_file', 'replace'],
    network: ['web_fetch', 'google_web_search'],
  },
  ['run_shell_command'],
);
