import type { ToolTable } from '../call.ts';

/** The tools of Copilot CLI, as they are called in events with names in Pascal case. */
export const TOOLS: ToolTable = Object.freeze({
  kinds: new Map([
    ['Bash', 'bash'],
    ['Read', 'read'],
    ['Glob', 'read'],
    ['Grep', 'read'],
    ['Write', 'write'],
    ['Edit', 'write'],
    ['WebFetch', 'network'],
    ['WebSearch', 'network'],
  ]),
  labelled: new Set(['Bash']),
});
