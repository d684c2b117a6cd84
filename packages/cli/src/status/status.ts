import { dirname } from 'node:path';

import { renderPolicy } from '@licet/core';
import type { Command } from 'commander';

import { EXIT } from '../exit.ts';
import type { Run } from '../run.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { openEngine } from '../policy/openEngine.ts';
import { readPolicy } from '../policy/readPolicy.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';
import { gather } from './gather.ts';
import { printStatus } from './print.ts';
import { standingTree } from './tree.ts';
import { COLUMNS } from './words.ts';

interface Options {
  readonly policy?: string;
  readonly session?: string;
  readonly json?: boolean;
  readonly tree?: boolean;
}

/**
 * Shows how things stand: sessions, facts, limits, what is held, who waits. Changes nothing. Returns 0, or 3 when a store
 * cannot be read; what the others hold is shown all the same.
 */
export async function status({ policy, session, json = false, tree = false }: Options, terminal: Terminal): Promise<number> {
  const file = findPolicy(policy, process.cwd());
  const kept = await readPolicy(file, false);
  const opened = await openEngine(kept, { file, records: false });
  const now = Date.now();
  const report = await gather(opened, dirname(file), {
    file,
    compiled: kept.compiled,
    digest: opened.engine.policyDigest,
    session,
    now,
  });
  if (json) terminal.print(jsonText(report, 2));
  else if (tree)
    terminal.print(renderPolicy(standingTree(opened.policy, report), { color: terminal.hasColor, width: COLUMNS }).trimEnd());
  else printStatus(report, { root: dirname(file), now }, terminal);
  if (tree && !json) for (const { ok, use, detail } of report.stores) if (!ok) terminal.complain(`${use}: ${detail}`);
  return report.stores.every(({ ok }) => ok) ? 0 : EXIT.usage;
}

/** Adds the command. */
export function addStatus(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('status')
    .description('show how things stand: sessions, facts, limits, exceptions, what waits for a human, graphs')
    .option('--policy <file>', 'the policy; otherwise the nearest governance.yaml')
    .option('--session <id>', 'only this session')
    .option('--tree', 'draw it into the tree of the policy')
    .option('--json', 'print JSON')
    .action((options: Options) => run(() => status(options, terminal)));
}
