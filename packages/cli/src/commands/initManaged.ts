import { existsSync } from 'node:fs';

import { jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { ProfileName } from '@licet/guards';

import { policyText } from '../init/policyText.ts';
import { managedPolicyFile } from '../policy/managedPolicy.ts';
import { programHere } from '../policy/ownProgram.ts';
import { managedSettings, putFile, requireTrusted } from '../service/install.ts';

interface Options {
  readonly profile: ProfileName;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * Sets this machine up for all of its users: a policy that no other one can widen, and the hook in settings that users cannot change. A policy that is
 * there stays as it is. Throws a {@link UsageError} for a user other than root, and for a program that others could replace.
 */
export async function initManaged({ profile, dryRun, json }: Options, terminal: Terminal): Promise<number> {
  if (process.getuid?.() !== 0) throw new UsageError('`--managed` is for all users of this machine: run it with `sudo`');
  const { command } = programHere();
  requireTrusted(command);
  const file = managedPolicyFile();
  const texts = [
    ...(existsSync(file) ? [] : [{ file, text: policyText(profile, [], { sandbox: false }) }]),
    ...(await managedSettings({ node: command.node, program: command.bundle })),
  ];
  const done: string[] = [];
  const undo: (() => void)[] = [];
  if (dryRun) done.push(...texts.map(each => `would write ${each.file}`));
  else
    try {
      for (const each of texts) putFile(each.file, each.text, undo, done);
    } catch (error) {
      for (const back of undo.toReversed()) back();
      throw error;
    }
  if (json) terminal.print(jsonText({ dryRun, files: texts.map(each => each.file) }));
  else {
    for (const line of done) terminal.print(line);
    terminal.print(
      `\nnext: \`licet layers\` in a project shows what counts there; to take it back, remove these files and \`${file}\``,
    );
  }
  return 0;
}
