import { JSON_OUTPUT, POLICY, TRAIL, commandFor } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import type { AnalysisProgram } from './program.ts';

export type { AnalysisProgram, TrailChoice } from './program.ts';

const command = commandFor<AnalysisProgram>();

const test = command({
  name: 'test',
  group: 'Change a policy',
  summary: 'run the tests of a policy',
  prints: 'each case that fails, with what was expected and found, and the number of cases',
  args: [['[file]', 'the tests; `-` for standard input; by default the governance.test.yaml beside the nearest policy']],
  options: [
    ['--policy <file>', 'the policy to test, instead of the one that the tests are for'],
    ['--run <pattern>', 'only the cases whose name matches this regular expression'],
    ['--coverage', 'list the nodes of the policy that no case has tried'],
    ['--mutate', 'put small mistakes into the policy, one at a time, and list those that no case notices'],
    ['--threshold <percent>', 'fail below this coverage, or with `--mutate` below this share of noticed mistakes'],
    ['--watch', 'run them again whenever the tests or the policy change, until Ctrl+C'],
    ['--from-audit <record>', 'make a case of this audit record, by its number or the id of a call, and add it to the tests'],
    JSON_OUTPUT,
    ['--junit', 'print a JUnit report'],
  ],
  notes: 'Returns 0 when every case passes, 1 when one does not, when none was run, and below the threshold.',
  examples: ['test --coverage --threshold 90'],
  run: async ({ args: [file], options, terminal, program }) => (await import('./test.ts')).test(file, options, terminal, program),
});

const diff = command({
  name: 'diff',
  group: 'Change a policy',
  summary: 'compare two versions of a policy: prove that nothing new is allowed, or list actions that are',
  prints: 'the verdict (equal, narrower, wider, mixed or unknown) and actions that show it',
  args: [['[files...]', 'the old policy and the new one; with `--against` the new one, or the nearest; `-` for standard input']],
  options: [
    ['--against <revision>', 'compare with the policy of a git revision'],
    ['--fail-on <what>', 'return 1 for this verdict, and when it is unknown', { choices: ['wider', 'narrower', 'change'] }],
    JSON_OUTPUT,
    ['--markdown', 'print the text of a comment for a pull request'],
    ['--comment', 'in a job of GitHub Actions: write it on the pull request, made once and then updated, and into the summary'],
  ],
  examples: ['diff --against main --fail-on wider'],
  run: async ({ args: [files], options, terminal, program }) =>
    (await import('./diff.ts')).diff(files, options, terminal, program),
});

const replayOf = (formats: readonly string[]): CommandSpec<AnalysisProgram> =>
  command({
    name: 'replay',
    group: 'Change a policy',
    summary: 'judge recorded sessions by a policy again, and list the calls that it would ask about or stop',
    prints: 'the number of calls, and each kind of call whose ruling differs',
    args: [
      ['[format]', 'what wrote the sessions', { choices: ['audit', ...formats], default: 'audit' }],
      ['[paths...]', 'files or folders, `-` for standard input; by default where that program keeps them, or the audit log'],
    ],
    options: [
      ['--policy <file>', 'the policy to try; by default the nearest governance.yaml'],
      ['--against <old>', 'compare with another policy: a file, or a git revision; by default with what was recorded'],
      ['--since <time>', 'from this time on: 2026-01-31, or 7d for seven days ago'],
      JSON_OUTPUT,
    ],
    examples: ['replay audit --against main --since 7d'],
    run: async ({ args: [format, paths], options, terminal, program }) =>
      (await import('./replay.ts')).replayed(format, paths, options, terminal, program),
  });

const suggest = command({
  name: 'suggest',
  group: 'Change a policy',
  summary: 'propose exceptions for calls that people have approved again and again',
  prints: 'each exception as a patch, with the approvals that it rests on and what else it would allow',
  options: [
    POLICY,
    ['--trail <file>', 'the file of an audit log; by default the audit log of the policy'],
    ['--since <time>', 'from this time on: 2026-01-31, or 30d for thirty days ago'],
    ['--apply', 'ask about each at the terminal, and write those that you accept; only a person can'],
    JSON_OUTPUT,
  ],
  notes:
    'It counts approvals by people only: at least 3 of the same kind of call, in at least 2 sessions. Catastrophes, secrets, other rights and\ncode from elsewhere get no exception.',
  examples: ['suggest --since 30d'],
  run: async ({ options, terminal, program }) => (await import('./suggest.ts')).suggest(options, terminal, program),
});

/** The command that computes a recorded ruling again. */
export const proveCommand = command({
  name: 'prove',
  group: 'See what happened',
  summary: 'compute a recorded ruling again, and compare it with the record',
  prints: 'equal, not reproducible or differs, for the chain, the tree and the verdicts',
  args: [['[record]', 'the number of a record, or the id of an evaluation or a call']],
  options: [['--all', 'every decision of the trail, in one pass'], ...TRAIL, JSON_OUTPUT],
  notes: 'Returns 0 when it is equal, 1 when something that it needs is gone, 2 when it differs.',
  examples: ['prove 17', 'prove --all'],
  run: async ({ args: [record], options, terminal, program }) =>
    (await import('./prove.ts')).prove(record, options, terminal, program),
});

/** The command that judges what agents did, before there is a policy. */
export const scanCommand = command({
  name: 'scan',
  group: 'See what happened',
  summary: 'read the sessions of the agents on this machine, and say what the profile `standard` would have made of them',
  prints: 'how many calls there were, what would be stopped, which secrets were read, and which questions `quiet` would save',
  notes: 'It needs no policy and sends nothing anywhere. Files are judged as they are now.',
  options: [
    ['--since <time>', 'from this time on: 2026-01-31, or 7d for seven days ago', { default: '30d' }],
    ['--html', 'print one page of HTML that loads nothing'],
    JSON_OUTPUT,
  ],
  examples: ['scan', 'scan --since 7d --html'],
  run: async ({ options, terminal, program }) => (await import('./scan.ts')).scan(options, terminal, program),
});

/** The commands that help to change a policy, by the formats of sessions that the program can read. */
export const changeCommands = (formats: readonly string[]): readonly CommandSpec<AnalysisProgram>[] => [
  test,
  diff,
  replayOf(formats),
  suggest,
];
