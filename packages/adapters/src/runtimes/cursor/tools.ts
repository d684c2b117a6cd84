import type { ToolTable } from '../call.ts';

/** The tools of Cursor's agent. */
export const TOOLS: ToolTable = Object.freeze({
  kinds: new Map([
    ['Shell', 'bash'],
    ['Read', 'read'],
    ['Grep', 'read'],
    ['Glob', 'read'],
    ['LS', 'read'],
    ['Write', 'write'],
    ['Edit', 'write'],
    ['StrReplace', 'write'],
    ['Delete', 'write'],
    ['WebFetch', 'network'],
    ['WebSearch', 'network'],
  ]),
  labelled: new Set(['Shell']),
});
