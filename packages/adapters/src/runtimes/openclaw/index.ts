import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import { readPluginAnswer } from '../plugin.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { reply } from './reply.ts';
import { settings } from './settings.ts';

/** OpenClaw, through a plugin that starts the hook. A handler that throws or takes too long stops the call. */
export const openclaw: Runtime = Object.freeze<Runtime>({
  ...factsOf('openclaw', 'OpenClaw', {
    canTellAtStop: 'its event before the last answer is not used: what a reply to it does was not seen',
    namesAgents: 'a sub-agent is a session like any other, and no event tells its sort',
  }),
  evidence: 'driven',
  noYes: 'a hook cannot say yes',
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => ({ ...sampleEvent('before_tool_call', call), has_ui: true }),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'exec', input: { command } }),
    read: (file: string) => ({ tool: 'read', input: { path: file } }),
    write: (file: string) => ({ tool: 'write', input: { path: file, content: '' } }),
  }),
  readReply: readPluginAnswer,
  settings,
});
