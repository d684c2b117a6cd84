import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import { readPluginReply } from '../plugin.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { reply } from './reply.ts';
import { settings } from './settings.ts';

/** OpenCode, through a plugin that starts the hook. A tool that throws has no separate event. */
export const opencode: Runtime = Object.freeze<Runtime>({
  ...factsOf('opencode', 'OpenCode', {
    canAsk: 'its hook for permissions is never called',
    canInjectContext: 'a plugin can say nothing beside a call that is about to run',
    canTellAtStop: 'a plugin is not asked before a turn ends',
    namesAgents: 'no event tells it',
  }),
  evidence: 'driven',
  noYes: 'its hook for permissions is never called, and every question there is a rule of the user',
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => sampleEvent('tool.execute.before', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'bash', input: { command } }),
    read: (file: string) => ({ tool: 'read', input: { filePath: file } }),
    write: (file: string) => ({ tool: 'write', input: { filePath: file, content: '' } }),
  }),
  readReply: readPluginReply,
  settings,
});
