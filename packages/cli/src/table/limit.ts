import { command } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { AS, JSON_OUTPUT, POLICY, REASON, SESSION } from './words.ts';

const tokens = () => import('../tokens/tokens.ts');

const grant = command({
  name: 'grant',
  group: 'Stop or let pass',
  summary: 'grant a principal a token for a tool, where the policy allows it',
  prints: 'the token, and what its calls may do',
  forHumans: true,
  args: [['<tool>', 'the tool, as actions name it']],
  options: [
    ['--to <id>', 'the principal that the token is for', { required: true }],
    ['--role <role...>', 'the roles of the principal'],
    ['--tenant <name>', 'its tenant'],
    ['--justification <text>', 'why it needs the tool'],
    ['--ttl <time>', 'how long the token holds, such as `15m`'],
    ['--once', 'for one call only'],
    ['--max-rows <n>', 'the most rows that its calls show'],
    ['--field <name...>', 'the only fields that its calls show'],
    ['--mode <mode>', 'the widest way in which outputs are shown', { choices: ['raw', 'table', 'summary', 'handle'] }],
    AS,
    POLICY,
    JSON_OUTPUT,
  ],
  examples: ['grant crm.find --to support-agent --ttl 15m'],
  run: async ({ args: [tool], options, terminal }) => (await tokens()).grantTo(tool, options, terminal),
});

const revoke = command({
  name: 'revoke',
  group: 'Stop or let pass',
  summary: 'end a token, and every token that was made from it',
  prints: 'the tokens that have ended',
  forHumans: true,
  args: [['[id]', 'the token, by the id that `licet tokens list` shows']],
  options: [['--principal <id>', 'every token of this principal, in place of one'], REASON, AS, POLICY],
  examples: ['revoke --principal support-agent'],
  run: async ({ args: [id], options, terminal }) => (await tokens()).revokeTokens(id, options, terminal),
});

const tokensGroup: CommandSpec = {
  name: 'tokens',
  group: 'Stop or let pass',
  summary: 'see the tokens that calls are granted under, and change the key that signs them',
  commands: [
    command({
      name: 'list',
      summary: 'list the tokens that were granted',
      prints: 'one line for each token: its principal, its tool, and whether it still holds',
      options: [POLICY, JSON_OUTPUT],
      examples: ['tokens list --json'],
      run: async ({ options, terminal }) => (await tokens()).listTokens(options, terminal),
    }),
    command({
      name: 'rotate',
      summary: 'sign with a new key from now on',
      prints: 'the new key, and the old ones that still hold',
      forHumans: true,
      options: [['--drop <id>', 'remove an old key: its tokens end'], POLICY],
      examples: ['tokens rotate --drop k1-3fa29c'],
      run: async ({ options, terminal }) => (await tokens()).rotateKeys(options, terminal),
    }),
  ],
};

const holds = () => import('../workflow/holds.ts');

const hold = command({
  name: 'hold',
  group: 'Stop or let pass',
  summary: 'stop everything except reading, until `licet continue`',
  prints: 'what is on hold',
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
  summary: 'change what sessions are known to have read, for `flow` in a policy',
  commands: [
    command({
      name: 'reset',
      summary: 'forget what was read, as in a new session',
      prints: 'the sessions whose reading is forgotten',
      forHumans: true,
      options: [SESSION, REASON, AS, POLICY],
      examples: ['flow reset --session 4f1c'],
      run: async ({ options, terminal }) => (await import('../workflow/flow.ts')).resetFlow(options, terminal),
    }),
  ],
};

/** The commands that grant tokens, and that stop agents or suspend a policy. */
export const limit: readonly CommandSpec[] = [grant, revoke, tokensGroup, hold, continueCommand, pause, flow];
