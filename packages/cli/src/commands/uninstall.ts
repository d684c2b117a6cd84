import { rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';

import type { Command } from 'commander';

import { planUninstall } from '../init/unplan.ts';
import type { Undoing } from '../init/unplan.ts';
import type { Run } from '../run.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Takes the hook out of the settings and leaves the rest of them as it is. The policy and the audit trail stay. */
export function uninstall(folder: string, { dryRun = false, json = false }: Options, { print }: Terminal): number {
  const root = resolve(folder);
  const undoings = planUninstall(root);
  if (!dryRun) undoings.forEach(undo);
  if (json) print(jsonText({ dryRun, undoings }));
  else if (undoings.length === 0) print('no hook of licet is installed here');
  else for (const { file, action } of undoings) print(`${dryRun ? `would ${action}` : action}  ${relative(root, file)}`);
  return 0;
}

function undo({ file, text }: Undoing): void {
  if (text !== undefined) return writeFileSync(file, text);
  rmSync(file);
  if (basename(dirname(file)) === '.claude') removeIfEmpty(dirname(file));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

/** Adds the command. */
export function addUninstall(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('uninstall')
    .description('take the hook out of the settings again')
    .argument('[folder]', "the project's folder", '.')
    .option('--dry-run', 'only show what would change')
    .option('--json', 'print JSON')
    .action((folder: string, options: Options) => run(() => uninstall(folder, options, terminal)));
}
