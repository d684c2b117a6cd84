import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import { readPermission } from '../hookOutput.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { reply } from './reply.ts';
import { settings } from './settings.ts';

/** GitHub Copilot CLI, through its command hooks. Its calls have no id; a hook that fails stops the call. */
export const copilot: Runtime = Object.freeze<Runtime>({
  ...factsOf('copilot', 'Copilot CLI', {
    hasCallId: 'calls are told apart by their tool, their arguments and their order',
    reportsExitCode: 'it is only in the output, where a command can write one itself',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'no event tells it',
  }),
  evidence: 'driven',
  noYes: 'a yes of a hook beats `--deny-tool`',
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => sampleEvent('PreToolUse', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'Bash', input: { command } }),
    read: (file: string) => ({ tool: 'Read', input: { path: file } }),
    write: (file: string) => ({ tool: 'Write', input: { path: file, file_text: '' } }),
  }),
  readReply: readPermission,
  settings,
});
