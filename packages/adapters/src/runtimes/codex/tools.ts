import type { ToolTable } from '../call.ts';

/** The tools of Codex. Every way to run a command is shown to hooks as `Bash`. */
export const TOOLS: ToolTable = Object.freeze({
  kinds: new Map([
    ['Bash', 'bash'],
    ['apply_patch', 'write'],
    ['web_search', 'network'],
    ['view_image', 'read'],
  ]),
  labelled: new Set<string>(),
});
