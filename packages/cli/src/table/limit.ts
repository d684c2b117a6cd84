import { AS, command, POLICY, REASON } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { SESSION } from './words.ts';

const holds = () => import('../workflow/holds.ts');

const hold = command({
  name: 'hold',
  group: 'Stop or let pass',
  summary: 'stop everything except reading, until `licet continue`',
  prints: 'what is on hold',
  served: 'answers',
  forHumans: true,
  args: [['<reason>', 'why, for the agent']],
  options: [SESSION, AS, POLICY],
  examples: ["hold 'wait until the release is out'"],
  run: async ({ args: [reason], options, terminal }) => (await holds()).holdSessions(reason, options, terminal),
});

const continueCommand = command({
  name: 'continue',
  group: 'Stop or let pass',
  summary: 'end a hold',
  prints: 'what goes on',
  served: 'answers',
  forHumans: true,
  options: [SESSION, REASON, AS, POLICY],
  examples: ['continue --session 4f1c'],
  run: async ({ options, terminal }) => (await holds()).continueSessions(options, terminal),
});

const pause = command({
  name: 'pause',
  group: 'Stop or let pass',
  summary: 'suspend the policy for a while, except the safety floor',
  prints: 'until when the policy is suspended',
  served: 'answers',
  forHumans: true,
  args: [
    ['[duration]', 'for how long, at most a day: 10m, 2h'],
    ['[reason]', 'why, for the agent and the audit log'],
  ],
  options: [['--end', 'end the pause now'], AS, POLICY],
  examples: ["pause 10m 'a demonstration'"],
  run: async ({ args, options, terminal }) => (await holds()).pausePolicy(args, options, terminal),
});

const flow: CommandSpec = {
  name: 'flow',
  group: 'Stop or let pass',
  summary: 'forget what a session has read, where a policy has `flow`',
  commands: [
    command({
      name: 'reset',
      summary: 'forget what was read, as in a new session',
      prints: 'the sessions whose reading is forgotten',
      served: 'answers',
      forHumans: true,
      options: [SESSION, REASON, AS, POLICY],
      examples: ['flow reset --session 4f1c'],
      run: async ({ options, terminal }) => (await import('../workflow/flow.ts')).resetFlow(options, terminal),
    }),
  ],
};

/** The commands that stop agents, or suspend a policy. */
export const limit: readonly CommandSpec[] = [hold, continueCommand, pause, flow];
