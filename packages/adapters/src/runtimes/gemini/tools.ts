import type { ToolTable } from '../call.ts';

/** The tools of Gemini CLI. */
export const TOOLS: ToolTable = Object.freeze({
  kinds: new Map([
    ['run_shell_command', 'bash'],
    ['read_file', 'read'],
    ['read_many_files', 'read'],
    ['list_directory', 'read'],
    ['glob', 'read'],
    ['grep_search', 'read'],
    ['search_file_content', 'read'],
    ['write_file', 'write'],
    ['replace', 'write'],
    ['web_fetch', 'network'],
    ['google_web_search', 'network'],
  ]),
  labelled: new Set(['run_shell_command']),
});
