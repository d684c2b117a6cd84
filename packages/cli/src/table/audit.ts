import { JSON_OUTPUT, YES, command } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { FILTERS, TAIL, TRAIL } from './words.ts';

const JSON_LINES = ['--json', 'print JSON, one record a line'] as const;

const RECORD_LINES = 'one line for each record: number, time, ruling, action, reason';

const read = () => import('../audit/read.ts');
const proof = () => import('../audit/verify.ts');

const reading: readonly CommandSpec[] = [
  command({
    name: 'tail',
    summary: 'show the last records',
    prints: RECORD_LINES,
    options: [...FILTERS, ...TAIL, JSON_LINES],
    examples: ['audit tail -f --ruling block'],
    run: async ({ options, terminal }) => (await read()).tailTrail(options, terminal),
  }),
  command({
    name: 'query',
    summary: 'show the records that match, oldest first',
    prints: RECORD_LINES,
    options: [...FILTERS, ['--limit <count>', 'at most so many'], JSON_LINES],
    examples: ['audit query --since 2h --json'],
    run: async ({ options, terminal }) => (await read()).queryTrail(options, terminal),
  }),
  command({
    name: 'show',
    summary: 'show everything that is known of a record, an evaluation, a call or a request',
    prints: 'the records about it, in full',
    args: [['<id>', 'the number of a record, or the id of what it is about']],
    options: [...TRAIL, JSON_LINES],
    examples: ['audit show 17'],
    run: async ({ args: [id], options, terminal }) => (await read()).showRecord(id, options, terminal),
  }),
  command({
    name: 'stats',
    aliases: ['stats'],
    summary: 'count what was decided, and how long it took',
    prints: 'the counts by ruling, guard and tool, and the times',
    options: [...FILTERS, JSON_OUTPUT],
    examples: ['audit stats --since 7d'],
    run: async ({ options, terminal }) => (await import('../audit/stats.ts')).trailStats(options, terminal),
  }),
  command({
    name: 'report',
    summary: 'list what an observing policy would have stopped, and by which of its lines',
    prints: 'each line of the policy, with the number of calls and examples',
    options: [...FILTERS, JSON_OUTPUT],
    examples: ['audit report --since 7d'],
    run: async ({ options, terminal }) => (await import('../audit/report.ts')).observeReport(options, terminal),
  }),
];

const proving: readonly CommandSpec[] = [
  command({
    name: 'verify',
    summary: 'prove that the audit log is as it was written; returns 2 when it is not',
    prints: '`ok` with the number of records, or the first record that was changed',
    options: [...TRAIL, ['--anchor <file...>', 'files of anchors that were taken earlier'], JSON_OUTPUT],
    examples: ['audit verify --anchor anchors.jsonl'],
    run: async ({ options, terminal }) => (await proof()).verifyTrail(options, terminal),
  }),
  command({
    name: 'anchor',
    summary: 'take an anchor: the end of the audit log, to keep elsewhere',
    prints: 'the anchor as JSON',
    options: [...TRAIL, ['--out <file>', 'add it to a file of anchors instead'], ['--json', 'print JSON, as it does anyway']],
    examples: ['audit anchor --out /mnt/elsewhere/anchors.jsonl'],
    run: async ({ options, terminal }) => (await proof()).anchorTrail(options, terminal),
  }),
  command({
    name: 'prune',
    summary: 'remove old records; the rest can still be verified, and `export --until` keeps the old ones elsewhere',
    prints: 'how many records are removed; then it asks',
    forHumans: true,
    options: [
      [
        '--before <time>',
        'remove what is older: 2026-01-31, 2026-01-31T12:00:00Z, or 90d for ninety days ago',
        { required: true },
      ],
      ['--policy <file>', 'the policy whose audit log it is; by default the nearest governance.yaml'],
      YES,
      JSON_OUTPUT,
    ],
    examples: ['audit prune --before 90d'],
    run: async ({ options, terminal }) => (await import('../audit/prune.ts')).pruneTrail(options, terminal),
  }),
  command({
    name: 'export',
    summary: 'write records for other tools',
    prints: 'the records in the format that you choose',
    options: [
      ...FILTERS,
      [
        '--format <format>',
        'how; `ocsf` is API Activity events, one a line',
        { choices: ['json', 'jsonl', 'csv', 'ocsf'], default: 'json' },
      ],
      ['--limit <count>', 'at most so many'],
      ['--out <file>', 'a new file instead of the terminal'],
      ['-f, --follow', 'continue with new records until you interrupt it; with --out, lines are added to the file'],
      ['--rotate <size>', 'with --follow: close a file before it grows larger, and begin the next'],
    ],
    examples: ['audit export --format csv --out trail.csv'],
    run: async ({ options, terminal }) => (await import('../audit/export.ts')).exportTrail(options, terminal),
  }),
];

/** The commands of the audit log. */
export const audit: CommandSpec = {
  name: 'audit',
  group: 'See what happened',
  summary: 'read, verify, prune and export the audit log of everything that was decided',
  commands: [...reading, ...proving],
};
