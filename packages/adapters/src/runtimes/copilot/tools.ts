import type { ToolTable } from '../call.ts';
import { toolTable } from '../call.ts';

/** The tools of Copilot CLI, as they are called in events with names in Pascal case. */
export const TOOLS: ToolTable = toolTable(
  { bash: ['Bash'], read: ['Read', 'Glob', 'Grep'], write: ['Write', 'Edit'], network: ['WebFetch', 'WebSearch'] },
  ['Bash'],
);
