import { isGovernanceError } from '@licet/core';
import type { Command } from 'commander';

import { UsageError } from '../exit.ts';
import type { Run } from '../run.ts';
import type { Terminal } from '../text/terminal.ts';
import { withFilters, withTrail } from '../audit/filters.ts';
import type { ExportOptions } from '../audit/export.ts';
import type { PruneOptions } from '../audit/prune.ts';
import type { ReadOptions } from '../audit/read.ts';
import type { VerifyOptions } from '../audit/verify.ts';

/** Adds `licet audit` with its commands: the trail of everything that was decided. */
export function addAudit(program: Command, run: Run, terminal: Terminal): void {
  const group = program.command('audit').description('the trail of everything that was decided');
  const told: Run = work => run(async () => readable(work));
  addReading(group, told, terminal);
  addSums(group, told, terminal);
  addProofs(group, told, terminal);
  for (const command of group.commands) command.copyInheritedSettings(program);
  addLogs(program, told, terminal);
}

/** `licet logs`: the last records, or with `--suspect` the stops that were probably not meant. */
function addLogs(program: Command, run: Run, terminal: Terminal): void {
  withFilters(program.command('logs').description('print the last records: short for `audit tail`'))
    .option('--suspect', 'stops that a person then allowed, the most frequent first, each with the exception that would fit')
    .option('-f, --follow', 'go on with those that come, until it is interrupted')
    .option('-n, --lines <count>', 'how many', '10')
    .option('--json', 'print JSON')
    .action((options: ReadOptions & { readonly suspect?: boolean }) =>
      run(async () => {
        const { suspect = false, ...rest } = options;
        if (!suspect) return (await import('../audit/read.ts')).tailTrail(rest, terminal);
        return (await import('../audit/suspect.ts')).suspectStops(rest, terminal);
      }),
    );
}

/** A trail that cannot be read is something to say, not a fault of the program. */
async function readable(work: Parameters<Run>[0]): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (isGovernanceError(error)) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function addReading(group: Command, run: Run, terminal: Terminal): void {
  withFilters(group.command('tail').description('print the last records'))
    .option('-f, --follow', 'go on with those that come, until it is interrupted')
    .option('-n, --lines <count>', 'how many', '10')
    .option('--json', 'print JSON, one record a line')
    .action((options: ReadOptions) => run(async () => (await import('../audit/read.ts')).tailTrail(options, terminal)));
  withFilters(group.command('query').description('print the records that are asked for, oldest first'))
    .option('--limit <count>', 'at most so many')
    .option('--json', 'print JSON, one record a line')
    .action((options: ReadOptions) => run(async () => (await import('../audit/read.ts')).queryTrail(options, terminal)));
  withTrail(group.command('show').description('print everything that is known of a record, an evaluation, a call or a request'))
    .argument('<id>', 'a number of a record, or the id of what it is about')
    .option('--json', 'print JSON, one record a line')
    .action((id: string, options: ReadOptions) =>
      run(async () => (await import('../audit/read.ts')).showRecord(id, options, terminal)),
    );
}

function addSums(group: Command, run: Run, terminal: Terminal): void {
  withFilters(group.command('stats').description('count what was decided, and how long it took'))
    .option('--json', 'print JSON')
    .action((options: ReadOptions) => run(async () => (await import('../audit/stats.ts')).trailStats(options, terminal)));
  withFilters(group.command('report').description('say what an observing policy would have stopped, and by which of its lines'))
    .option('--json', 'print JSON')
    .action((options: ReadOptions) => run(async () => (await import('../audit/report.ts')).observeReport(options, terminal)));
}

function addProofs(group: Command, run: Run, terminal: Terminal): void {
  withTrail(group.command('verify').description('prove that the trail is as it was written; ends with 2 when it is not'))
    .option('--anchor <file...>', 'files of anchors that were taken earlier')
    .option('--json', 'print JSON')
    .action((options: VerifyOptions) => run(async () => (await import('../audit/verify.ts')).verifyTrail(options, terminal)));
  withTrail(group.command('anchor').description('print the end of the trail, to keep it elsewhere'))
    .option('--out <file>', 'add it to a file of anchors instead')
    .option('--json', 'print JSON, as it does anyway')
    .action((options: VerifyOptions) => run(async () => (await import('../audit/verify.ts')).anchorTrail(options, terminal)));
  group
    .command('prune')
    .description(
      'remove old records; the rest can still be verified. Only a person can, and `export --until` keeps them elsewhere',
    )
    .requiredOption('--before <time>', 'what is older: 2026-01-31, 2026-01-31T12:00:00Z, or 90d for ninety days ago')
    .option('--policy <file>', 'the policy whose trail it is; otherwise the nearest governance.yaml')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action((options: PruneOptions) => run(async () => (await import('../audit/prune.ts')).pruneTrail(options, terminal)));
  withFilters(group.command('export').description('write records for other tools'))
    .option('--format <format>', 'json, jsonl, csv, or ocsf: API Activity events, one a line', 'json')
    .option('--limit <count>', 'at most so many')
    .option('--out <file>', 'a new file instead of the terminal')
    .option('-f, --follow', 'go on with the records that come, until it is interrupted; lines in --out are gone on with')
    .option('--rotate <size>', 'with --follow: close a file before it grows larger, and begin the next')
    .action((options: ExportOptions) => run(async () => (await import('../audit/export.ts')).exportTrail(options, terminal)));
}
