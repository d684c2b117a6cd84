import { JSON_OUTPUT, OUT, POLICY, YES, command } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { FILTERS, SESSION, TAIL, TRAIL } from './words.ts';

const consoleCommand = command({
  name: 'console',
  group: 'See what happened',
  isMain: true,
  summary: 'open the page that shows what agents do and what waits for you',
  prints: 'the address of the page, and the code for this terminal',
  forHumans: true,
  options: [
    POLICY,
    ['--port <number>', 'the port, where no server runs yet; by default a free one'],
    ['--no-open', 'print the address only'],
    JSON_OUTPUT,
  ],
  examples: ['console --no-open'],
  run: async ({ options, terminal }) => (await import('../serve/serve.ts')).openConsole(options, terminal),
});

const status = command({
  name: 'status',
  group: 'See what happened',
  isMain: true,
  summary: 'show sessions, limits, facts, holds, exceptions and pending approvals',
  prints: 'the policy, its stores, what waits for a person, and each session',
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
  options: [
    SESSION,
    ['--all', 'also show the actions that pass'],
    ['--dashboard', 'open the page that shows the same, as `licet console` does'],
    POLICY,
  ],
  examples: ['watch --session 4f1c'],
  run: async ({ options, terminal }) => (await import('../commands/watch.ts')).watch(options, terminal),
});

const context = command({
  name: 'context',
  group: 'See what happened',
  summary: 'show what an agent is told when a session begins',
  prints: 'the text: rules, open requests, facts and how to earn them',
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

const prove = command({
  name: 'prove',
  group: 'See what happened',
  summary: 'compute a recorded ruling again, and compare it with the record',
  prints: 'equal, not reproducible or differs, for the chain, the tree and the verdicts',
  args: [['<record>', 'the number of a record, or the id of an evaluation or a call']],
  options: [...TRAIL, JSON_OUTPUT],
  notes: 'Returns 0 when it is equal, 1 when something that it needs is gone, 2 when it differs.',
  examples: ['prove 17'],
  run: async ({ args: [record], options, terminal }) => (await import('../commands/prove.ts')).prove(record, options, terminal),
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
export const see: readonly CommandSpec[] = [consoleCommand, status, watch, context, statusline, logs];

/** The commands that check what happened. */
export const verify: readonly CommandSpec[] = [prove, timing, reset];
