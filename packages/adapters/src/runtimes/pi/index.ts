import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import { readPluginAnswer } from '../plugin.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { reply } from './reply.ts';
import { settings } from './settings.ts';

/** Pi, through an extension that starts the hook. Pi itself never asks; the extension puts the question where somebody sees it. */
export const pi: Runtime = Object.freeze<Runtime>({
  ...factsOf('pi', 'Pi', {
    reportsExitCode: 'it is only in the output, where a command can write one itself',
    canTellAtStop: 'an extension is not asked before a turn ends',
    namesAgents: 'it has no sub-agents itself: an extension starts them as processes, which load the same extensions',
  }),
  evidence: 'driven',
  noYes: 'it never asks itself: only the policy does',
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => ({ ...sampleEvent('tool_call', call), has_ui: true }),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'bash', input: { command } }),
    read: (file: string) => ({ tool: 'read', input: { path: file } }),
    write: (file: string) => ({ tool: 'write', input: { path: file, content: '' } }),
  }),
  readReply: readPluginAnswer,
  settings,
});
