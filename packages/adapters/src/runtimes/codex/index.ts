import { sampleEvent } from '../call.ts';
import { factsOf } from '../capabilities.ts';
import type { Runtime } from '../runtime.ts';
import { EVENTS, parse } from './event.ts';
import { readReply, reply } from './reply.ts';
import { settings } from './settings.ts';

/**
 * Codex, through its command hooks. New arguments only come with `allow` there, which may pass over the user's own
 * approvals: they are not rewritten.
 */
export const codex: Runtime = Object.freeze<Runtime>({
  ...factsOf('codex', 'Codex', {
    canAsk: 'it runs a tool that a hook asks about',
    canRewriteArgs: 'new arguments only come with `allow`, which may pass over the approvals of the user',
    failClosed: 'a hook that is killed or missing lets the call run, and no setting changes that',
    reportsExitCode: 'it tells the output of a command only',
    canTellAtStop: 'its event at the end of a turn is not used: what a reply to it does was not seen',
    namesAgents: 'it tells no sort of sub-agent',
  }),
  evidence: 'driven',
  noYes: "a yes of a hook lifts the user's `prompt` rules",
  events: EVENTS,
  projectVariables: Object.freeze([]),
  parse,
  reply,
  sample: call => sampleEvent('PreToolUse', call),
  calls: Object.freeze({
    run: (command: string) => ({ tool: 'Bash', input: { command } }),
    read: (file: string) => ({ tool: 'Bash', input: { command: `cat '${file}'` } }),
    write: (file: string) => ({ tool: 'Bash', input: { command: `printf x > '${file}'` } }),
  }),
  readReply,
  settings,
});
