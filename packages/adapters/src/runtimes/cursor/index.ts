import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { readReply, reply } from './reply.ts';
import { settings } from './settings.ts';

/** Cursor, through its command hooks. Taken from the types of Cursor's hook runner; it was not driven live. */
export const cursor: Runtime = Object.freeze<Runtime>({
  ...factsOf('cursor', 'Cursor', {
    canAsk: 'its executor does not act on a question before every tool',
    canRewriteOutput: 'no event takes another output',
    reportsExitCode: 'no event tells it',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'no event tells it',
  }),
  evidence: 'code',
  noYes: 'its reviews do not take a yes of a hook, as its documentation says',
  events: EVENTS,
  projectVariables: Object.freeze(['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']),
  parse,
  reply,
  sample: call => ({ ...sampleEvent('preToolUse', call), conversation_id: call.sessionId ?? 'check' }),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'Shell', input: { command } }),
    read: (file: string) => ({ tool: 'Read', input: { file_path: file } }),
    write: (file: string) => ({ tool: 'Write', input: { file_path: file, content: '' } }),
  }),
  readReply,
  settings,
});
