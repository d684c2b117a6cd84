import type { RuntimeFacts } from '../capabilities.ts';
import { factsOf } from '../capabilities.ts';

/** A function, or a tool that is a plain object: its caller is the runtime. */
export const plainFunction: RuntimeFacts = factsOf('function', 'a function', {
  canInjectContext: 'a function has no model; `notify` is told',
  reportsExitCode: 'a function has none',
  canTellAtStop: 'a function does not know who calls it',
  reportsPrompts: 'what the user says is for the host to report, by `engine.heard`',
  namesAgents: 'which agent makes a call is for the host to say, as `agentId`',
});
