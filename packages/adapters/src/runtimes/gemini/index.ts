import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { readReply, reply } from './reply.ts';
import { settings } from './settings.ts';

/** Gemini CLI, through its command hooks. Its calls have no id, and a hook that is killed stops nothing. */
export const gemini: Runtime = Object.freeze<Runtime>({
  ...factsOf('gemini', 'Gemini CLI', {
    canAsk: 'without a human a question hangs until the limit of the hook, and nothing tells whether there is one',
    canInjectContext: 'text beside a call that is about to run is dropped; a warning is shown to the user',
    failClosed: 'a hook that is killed or missing lets the call run, and no setting changes that',
    hasCallId: 'calls are told apart by their tool, their arguments and their order',
    reportsExitCode: 'it is only in the output, where a command can write one itself',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'no event tells it',
  }),
  evidence: 'driven',
  noYes: 'a hook cannot say yes',
  events: EVENTS,
  projectVariables: Object.freeze(['GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']),
  parse,
  reply,
  sample: call => sampleEvent('BeforeTool', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'run_shell_command', input: { command } }),
    read: (file: string) => ({ tool: 'read_file', input: { file_path: file } }),
    write: (file: string) => ({ tool: 'write_file', input: { file_path: file, content: '' } }),
  }),
  readReply,
  settings,
});
