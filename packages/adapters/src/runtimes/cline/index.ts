import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import { readPluginReply } from '../plugin.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { reply } from './reply.ts';
import { settings } from './settings.ts';

/** Cline, through a plugin that starts the hook. A plugin file that does not load stops nothing. Some calls that fail in a row end its run. */
export const cline: Runtime = Object.freeze<Runtime>({
  ...factsOf('cline', 'Cline', {
    canAsk: 'a plugin can demand the approval of a call, but another plugin can take that back',
    canRewriteArgs: 'its tools take their arguments in several shapes, and the policy sees them in one',
    reportsExitCode: 'it is only in the output, where a command can write one itself',
    canTellAtStop: 'a plugin is not asked before a turn ends',
    namesAgents: 'it tells which sub-agent makes a call, and not its sort',
  }),
  evidence: 'driven',
  noYes: 'a yes of a plugin would beat the approval that the user wants',
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => sampleEvent('beforeTool', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'run_commands', input: { commands: [command] } }),
    read: (file: string) => ({ tool: 'read_files', input: { files: [{ path: file }] } }),
    write: (file: string) => ({ tool: 'editor', input: { path: file, new_text: '' } }),
  }),
  readReply: readPluginReply,
  settings,
});
