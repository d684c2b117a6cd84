import { command, JSON_OUTPUT, OUT, POLICY, TRAIL, YES } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { FILTERS, SESSION, TAIL } from './words.ts';

const status = command({
  name: 'status',
  group: 'See what happened',
  isMain: true,
  summary: 'show sessions, limits, facts, holds, exceptions and pending approvals',
  prints: 'the policy, its stores, what waits for a person, and each session',
  served: 'looks',
  options: [
    POLICY,
    SESSION,
    ['--tree', 'draw it into the tree of the policy'],
    ['--graph [format]', 'draw gates, facts and obligations of a session', { choices: ['text', 'dot', 'svg', 'png', 'json'] }],
    OUT,
    JSON_OUTPUT,
  ],
  examples: ['status --session 4f1c'],
  run: async ({ options, terminal }) => (await import('../commands/status.ts')).status(options, terminal),
});

const watch = command({
  name: 'watch',
  group: 'See what happened',
  summary: 'follow a session until you interrupt it: what is stopped, asked and established',
  prints: 'a line for each such event, and below it the counts',
  options: [SESSION, ['--all', 'also show the actions that pass'], POLICY],
  examples: ['watch --session 4f1c'],
  run: async ({ options, terminal }) => (await import('../commands/watch.ts')).watchSession(options, terminal),
});

const context = command({
  name: 'context',
  group: 'See what happened',
  summary: 'show what an agent is told when a session begins',
  prints: 'the text: rules, open requests, facts and how to earn them',
  served: 'looks',
  options: [
    POLICY,
    ['--session <id>', 'for this session; by default for a new one'],
    ['--agent <id>', 'for this sub-agent'],
    JSON_OUTPUT,
  ],
  examples: ['context --session 4f1c'],
  run: async ({ options, terminal }) => (await import('../commands/context.ts')).printContext(options, terminal),
});

const statusline = command({
  name: 'statusline',
  group: 'See what happened',
  summary: 'print the status line of Claude Code, which names the session on standard input',
  prints: 'one line: profile, what is left of the limits, what was stopped, what waits',
  served: 'looks',
  examples: ['statusline < session.json'],
  run: async ({ terminal }) => (await import('../commands/statusline.ts')).statuslineHere(terminal),
});

const logs = command({
  name: 'logs',
  group: 'See what happened',
  isMain: true,
  aliases: ['log'],
  summary: 'show the last records of the audit log',
  prints: 'one line for each record: number, time, ruling, action, reason',
  options: [
    ...FILTERS,
    ['--suspect', 'stops that a person then allowed, the most frequent first, each with the exception that would fit'],
    ...TAIL,
    JSON_OUTPUT,
  ],
  examples: ['logs --suspect --since 7d'],
  async run({ options: { suspect = false, ...options }, terminal }) {
    if (!suspect) return (await import('../audit/read.ts')).tailTrail(options, terminal);
    return (await import('../audit/suspect.ts')).suspectStops(options, terminal);
  },
});

const timing = command({
  name: 'timing',
  group: 'See what happened',
  summary: 'measure what governance costs: starting a hook, handling a call, deciding',
  prints: 'a table in milliseconds: average, p50, p95 and maximum',
  args: [['[what...]', "names of runtimes (by default the installed ones), and the project's folder"]],
  options: [['--runs <number>', 'how often each call is tried', { default: '10' }], JSON_OUTPUT],
  examples: ['timing --runs 20'],
  run: async ({ args: [what], options, terminal }) => (await import('../commands/timing.ts')).timing(what, options, terminal),
});

const reset = command({
  name: 'reset',
  group: 'See what happened',
  summary: 'forget sessions, counters and requests; the audit log stays',
  prints: 'how much is forgotten',
  forHumans: true,
  options: [
    POLICY,
    ['--session <id>', 'only this session and its counters'],
    ['--facts', 'only the facts'],
    ['--accept-state', 'forget nothing: continue with the state as it is now, after it was lost or replaced'],
    ['--state', 'move the state aside and begin a new one, when it is damaged or has another format'],
    YES,
    JSON_OUTPUT,
  ],
  examples: ['reset --session 4f1c --facts'],
  run: async ({ options, terminal }) => (await import('../commands/reset.ts')).reset(options, terminal),
});

/** The commands that show what happened, without those of the audit log. */
export const see: readonly CommandSpec[] = [status, watch, context, statusline, logs];

/** The commands that check what happened. */
export const verify: readonly CommandSpec[] = [timing, reset];

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
    served: 'looks',
    options: [...FILTERS, ['--limit <count>', 'at most so many'], JSON_LINES],
    examples: ['audit query --since 2h --json'],
    run: async ({ options, terminal }) => (await read()).queryTrail(options, terminal),
  }),
  command({
    name: 'show',
    summary: 'show everything that is known of a record, an evaluation, a call or a request',
    prints: 'the records about it, in full',
    served: 'looks',
    args: [['<id>', 'the number of a record, or the id of what it is about']],
    options: [...TRAIL, JSON_LINES],
    examples: ['audit show 17'],
    run: async ({ args: [id], options, terminal }) => (await read()).showRecord(id, options, terminal),
  }),
  command({
    name: 'stats',
    aliases: ['stats'],
    summary: 'count what was decided, and how long it took',
    prints: 'how many decisions there were, by ruling, guard and code, and how long they took',
    served: 'looks',
    options: [...FILTERS, JSON_OUTPUT],
    examples: ['audit stats --since 7d'],
    run: async ({ options, terminal }) => (await import('../audit/stats.ts')).trailStats(options, terminal),
  }),
  command({
    name: 'report',
    summary: 'list what an observing policy would have stopped, and by which of its lines',
    prints: 'for each rule: how many calls it would have stopped, why, and an example',
    options: [...FILTERS, JSON_OUTPUT],
    examples: ['audit report --since 7d'],
    run: async ({ options, terminal }) => (await import('../audit/report.ts')).observeReport(options, terminal),
  }),
];

const proving: readonly CommandSpec[] = [
  command({
    name: 'verify',
    summary: 'prove that the audit log is as it was written; returns 2 when it is not',
    prints: '`ok` or `FAILED`, the number of records, and the first record that is wrong',
    served: 'looks',
    options: [...TRAIL, ['--anchor <file...>', 'files of anchors that were taken earlier'], JSON_OUTPUT],
    examples: ['audit verify --anchor anchors.jsonl'],
    run: async ({ options, terminal }) => (await proof()).verifyTrail(options, terminal),
  }),
  command({
    name: 'anchor',
    summary: 'take an anchor: the end of the audit log, to keep elsewhere',
    prints: 'the anchor as JSON',
    options: [
      ...TRAIL,
      ['--out <file>', 'add it to a file of anchors instead'],
      ['--send', 'send it to the webhook and the stamp service that `audit: { anchor: … }` of the policy names'],
      ['--every <time>', 'do it again and again, until you interrupt it'],
      ['--json', 'print JSON, as it does anyway'],
    ],
    examples: ['audit anchor --out /mnt/elsewhere/anchors.jsonl', 'audit anchor --send --every 15m --out anchors.jsonl'],
    run: async ({ options, terminal }) => (await import('../audit/anchorTrail.ts')).anchorTrail(options, terminal),
  }),
  command({
    name: 'prune',
    summary: 'remove old records; the rest can still be verified, and `export --until` keeps the old ones elsewhere',
    prints: 'how many records it removed',
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
        'how; `ocsf` is API Activity events, `syslog` is RFC 5424, `receipts` are signed decisions, each one a line',
        { choices: ['json', 'jsonl', 'csv', 'ocsf', 'syslog', 'receipts'], default: 'json' },
      ],
      ['--key <file>', 'the private Ed25519 key that signs receipts, as PEM'],
      ['--limit <count>', 'at most so many'],
      ['--out <file>', 'a new file instead of the terminal'],
      ['-f, --follow', 'continue with new records until you interrupt it; with --out, lines are added to the file'],
      ['--rotate <size>', 'with --follow: close a file before it grows larger, and begin the next'],
    ],
    examples: ['audit export --format csv --out trail.csv', 'audit export --format receipts --key ann.pem --out receipts.jsonl'],
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
