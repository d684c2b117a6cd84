import type { ToolTable } from '../call.ts';

/** The tools of OpenCode. */
export const TOOLS: ToolTable = Object.freeze({
  kinds: new Map([
    ['bash', 'bash'],
    ['read', 'read'],
    ['glob', 'read'],
    ['grep', 'read'],
    ['list', 'read'],
    ['write', 'write'],
    ['edit', 'write'],
    ['multiedit', 'write'],
    ['patch', 'write'],
    ['webfetch', 'network'],
    ['websearch', 'network'],
  ]),
  labelled: new Set(['bash', 'task']),
});
