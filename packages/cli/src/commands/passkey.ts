import type { Command } from 'commander';

import { POLICY } from '../run.ts';
import type { PasskeyOptions } from '../passkeys/passkeys.ts';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';

const HELP = `
Keys are enrolled and removed on the page, and every change but the first needs the signature of a key that is enrolled.`;

/** Adds `licet passkey` with its commands. */
export function addPasskey(program: Command, run: Run, terminal: Terminal): void {
  const group = program
    .command('passkey')
    .description('the passkeys that sign answers, where the policy says `approvals: { proof: passkey }`')
    .addHelpText('after', HELP);
  const room = async () => import('../passkeys/passkeys.ts');
  group
    .command('add')
    .description('enroll a key of a person; only a person can, in a terminal')
    .argument('<name>', 'whose key it is: answers that it signs are in this name')
    .option(...POLICY)
    .action((name: string, options: PasskeyOptions) => run(async () => (await room()).addKey(name, options, terminal)));
  group
    .command('list')
    .description('the keys, and who has enrolled them')
    .option(...POLICY)
    .option('--json', 'print JSON')
    .action((options: PasskeyOptions) => run(async () => (await room()).listKeys(options, terminal)));
  group
    .command('remove')
    .description('open the page on which a key is removed; only a person can, in a terminal')
    .option(...POLICY)
    .action((options: PasskeyOptions) => run(async () => (await room()).removeKey(options, terminal)));
  for (const command of group.commands) command.copyInheritedSettings(program);
}
