import type { Command } from 'commander';

import { AS, POLICY } from '../run.ts';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import type { GrantCommandOptions, RevokeCommandOptions, TokenCommandOptions } from '../tokens/tokens.ts';

const ONLY_HUMANS = `
Only a human may grant, revoke and rotate: all three need a terminal, and \`self_protection\` keeps agents from running them.`;

/** Adds `licet grant`, `licet revoke` and `licet tokens` with its commands. */
export function addTokens(program: Command, run: Run, terminal: Terminal): void {
  const load = () => import('../tokens/tokens.ts');
  addGrant(program).action((tool: string, options: GrantCommandOptions) =>
    run(async () => (await load()).grantTo(tool, options, terminal)),
  );
  program
    .command('revoke')
    .description('end a token, and every one made from it; only a person can, in a terminal')
    .argument('[id]', 'the token, by the id that `licet tokens list` shows')
    .option('--principal <id>', 'every token of this principal, in place of one')
    .option('--reason <text>', 'why')
    .option(...AS)
    .option(...POLICY)
    .action((id: string | undefined, options: RevokeCommandOptions) =>
      run(async () => (await load()).revokeTokens(id, options, terminal)),
    );
  const tokens = program
    .command('tokens')
    .description('the tokens that calls are granted under: see them, change the key that signs them')
    .addHelpText('after', ONLY_HUMANS);
  tokens
    .command('list')
    .description('the tokens that were granted, and what became of them')
    .option(...POLICY)
    .option('--json', 'print JSON')
    .action((options: TokenCommandOptions) => run(async () => (await load()).listTokens(options, terminal)));
  tokens
    .command('rotate')
    .description('sign with a new key from now on; only a person can, in a terminal')
    .option('--drop <id>', 'take out an old key: its tokens end')
    .option(...POLICY)
    .action((options: TokenCommandOptions & { drop?: string }) => run(async () => (await load()).rotateKeys(options, terminal)));
  for (const command of tokens.commands) command.copyInheritedSettings(program);
}

function addGrant(program: Command): Command {
  return program
    .command('grant')
    .description('grant a principal a token for a tool, where the policy allows it; only a person can, in a terminal')
    .argument('<tool>', 'the tool, as actions name it')
    .requiredOption('--to <id>', 'the principal that the token is good for')
    .option('--role <role...>', 'the roles of the principal')
    .option('--tenant <name>', 'its tenant')
    .option('--justification <text>', 'why it needs the tool')
    .option('--ttl <time>', 'how long the token is good for, such as `15m`')
    .option('--once', 'good for one call only')
    .option('--max-rows <n>', 'the most rows that its calls show')
    .option('--field <name...>', 'the only fields that its calls show')
    .option('--mode <mode>', 'the widest way in which outputs are shown: `raw`, `table`, `summary`, `handle`')
    .option(...AS)
    .option(...POLICY)
    .option('--json', 'print JSON')
    .addHelpText('after', ONLY_HUMANS);
}
