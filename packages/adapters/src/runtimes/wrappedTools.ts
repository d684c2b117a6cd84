import type { Capabilities } from './capabilities.ts';

/** What an adapter can do that stands around the tools of an SDK, inside the process of its host. */
export const WRAPPED_TOOLS: Capabilities = Object.freeze({
  canAsk: true,
  canRewriteArgs: true,
  canRewriteOutput: true,
  canInjectContext: true,
  failClosed: true,
  hasCallId: true,
  reportsOutcome: true,
  reportsExitCode: false,
  canTellAtStop: false,
  namesAgents: false,
});

/** Why such an adapter knows no exit codes. */
export const NO_EXIT_CODE = 'a tool is a function: it returns what it likes';

/** What holds of every function around tools: it sees calls, and nothing of the loop that makes them. */
export const ONLY_CALLS = Object.freeze({
  canTellAtStop: 'the loop of the host ends, and asks nobody',
  namesAgents: 'which agent makes a call is for the host to say, as `agentId`',
});

/** Why some of them cannot add to what the model sees. */
export const NO_PLACE_BESIDE = 'nothing stands beside the result of a call; `notify` is told';
