import { AS, JSON_OUTPUT, POLICY, REASON, commandFor } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import type { TokenProgram } from './program.ts';

export type { OpenPolicy, TokenProgram } from './program.ts';

const command = commandFor<TokenProgram>();

const tokens = () => import('./tokens.ts');

const grant = command({
  name: 'grant',
  group: 'Stop or let pass',
  summary: 'grant a principal a token for a tool, where the policy allows it',
  prints: 'the token; where the policy refuses it, what it needs',
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
  run: async ({ args: [tool], options, terminal, program }) => (await tokens()).grantTo(tool, options, terminal, program),
});

const revoke = command({
  name: 'revoke',
  group: 'Stop or let pass',
  summary: 'end a token, and every token that was made from it',
  prints: 'what has ended',
  forHumans: true,
  args: [['[id]', 'the token, by the id that `licet tokens list` shows']],
  options: [['--principal <id>', 'every token of this principal, in place of one'], REASON, AS, POLICY],
  examples: ['revoke --principal support-agent'],
  run: async ({ args: [id], options, terminal, program }) => (await tokens()).revokeTokens(id, options, terminal, program),
});

const group: CommandSpec<TokenProgram> = {
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
      run: async ({ options, terminal, program }) => (await tokens()).listTokens(options, terminal, program),
    }),
    command({
      name: 'rotate',
      summary: 'sign with a new key from now on',
      prints: 'the name of the new key, and how many older keys still hold',
      forHumans: true,
      options: [['--drop <id>', 'remove an old key: its tokens end'], POLICY],
      examples: ['tokens rotate --drop k1-3fa29c'],
      run: async ({ options, terminal, program }) => (await tokens()).rotateKeys(options, terminal, program),
    }),
  ],
};

/** The commands that grant and end tokens. */
export const tokenCommands: readonly CommandSpec<TokenProgram>[] = [grant, revoke, group];
