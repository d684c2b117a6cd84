import { runtimes } from '@licet/adapters/runtimes';
import { JSON_OUTPUT, OUT, POLICY, UsageError, YES, command, withProgram } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';
import { QUIET_LEVELS } from '@licet/core/policy';
import { importCommand } from '@licet/importers/commands';
import { accessLevels, profileNames, profiles } from '@licet/guards';

import { PROFILE } from './words.ts';

const PROFILES = profileNames.map(name => `  ${name.padEnd(11)} ${profiles[name].doc}`).join('\n');

const init = command({
  name: 'init',
  group: 'Set up',
  isMain: true,
  summary: 'write a policy and install the hook into the agent runtimes of this folder',
  prints: 'each file that it creates, changes or keeps',
  args: [['[what...]', `runtimes (${Object.keys(runtimes).join(', ')}) and the project's folder; by default what is found here`]],
  options: [
    ['--profile <name>', 'the profile of the policy', { choices: profileNames, default: profileNames[0] }],
    ['--scope <paths...>', 'the folders and files that may be changed; by default the whole project'],
    ['--quiet <level>', 'up to which level calls that pass run without a question of the agent', { choices: QUIET_LEVELS }],
    ['--local', 'install into the settings that are not shared'],
    ['--user', 'install for every project of this user: the policy in ~/.licet, which a policy of a project can only narrow'],
    [
      '--managed',
      'install for every user of this machine, as root: a policy that no other one can widen, and hooks that users cannot take out',
    ],
    ['--no-resident', 'start a process for every call, without a daemon that answers the next one'],
    ['--pre-commit', 'also write entries for pre-commit: check and test the policy before a commit, and show its change'],
    [
      '--github-action',
      'also write a GitHub workflow that comments on pull requests that change the policy, and fails where it becomes wider',
    ],
    ['--sandbox', 'let the policy run code of the project in a sandbox, and ask where it cannot'],
    ['--dry-run', 'only show what would be written'],
    JSON_OUTPUT,
  ],
  notes: `Profiles:\n${PROFILES}`,
  examples: ['init --profile safe-agent --scope src tests'],
  async run({ args: [what], options: { managed = false, ...options }, terminal }) {
    if (!managed) return (await import('../commands/init.ts')).init(what, options, terminal);
    const { profile, dryRun = false, json = false, scope = [], local = false, user = false } = options;
    if (what.length + scope.length > 0 || local || user)
      throw new UsageError(
        '`--managed` is for the whole machine: leave folders, runtimes, `--scope`, `--local` and `--user` out',
      );
    return (await import('../commands/initManaged.ts')).initManaged({ profile, dryRun, json }, terminal);
  },
});

const ACCESS_OPTIONS = [POLICY, YES, ['--dry-run', 'only show what would change']] as const;

const access = command({
  name: 'access',
  group: 'Set up',
  summary: 'set in the policy what may be done with a path',
  prints: 'the lines of the policy that change',
  forHumans: true,
  args: [
    ['<path>', 'a file, a folder (`docs/`) or a pattern'],
    ['<level>', 'what may be done', { choices: accessLevels }],
  ],
  options: ACCESS_OPTIONS,
  examples: ['access docs/ read-only'],
  run: async ({ args: [path, level], options, terminal }) =>
    (await import('../commands/access.ts')).access(path, level, options, terminal),
});

const protect = command({
  name: 'protect',
  group: 'Set up',
  summary: 'close files in the policy: an agent can neither read nor change them',
  prints: 'the lines of the policy that change',
  forHumans: true,
  args: [['<paths...>', 'files, folders or patterns, in quotes']],
  options: ACCESS_OPTIONS,
  examples: ["protect '*.key' '*.pem'"],
  run: async ({ args: [paths], options, terminal }) => (await import('../commands/access.ts')).protect(paths, options, terminal),
});

const accept = command({
  name: 'accept',
  group: 'Set up',
  summary: 'accept the policy on disk: until you do, a change that allows more has no effect',
  prints: 'what changed since the accepted policy, and which actions get another ruling; then it asks',
  served: 'answers',
  forHumans: true,
  args: [['[file]', 'the policy; by default the nearest governance.yaml']],
  options: [
    ['--user', 'the policy in ~/.licet, which applies to all projects'],
    ['--check', 'only report whether the policy on disk is the accepted one: 0 if it is, 1 if it is not'],
    ['--json', 'print JSON, with `--check`'],
  ],
  examples: ['accept --check'],
  run: async ({ args: [file], options, terminal }) => (await import('../commands/accept.ts')).accept(file, options, terminal),
});

const validate = command({
  name: 'validate',
  group: 'Set up',
  summary: 'check that a policy loads, and report every mistake in it',
  prints: '`valid`, or each mistake with its line and column',
  args: [['[file]', 'the policy; `-` for standard input; by default the nearest governance.yaml']],
  options: [
    ['--graphs', 'also open the knowledge graphs and report what is in them'],
    ['--format <format>', 'how; `sarif` is for code scanning', { choices: ['text', 'json', 'sarif'], default: 'text' }],
    ['--json', 'the same as --format json'],
  ],
  examples: ['validate governance.yaml', 'validate --format sarif'],
  run: async ({ args: [file], options, terminal }) => (await import('../commands/validate.ts')).validate(file, options, terminal),
});

const fmt = command({
  name: 'fmt',
  group: 'Set up',
  summary: 'format policies; comments stay',
  prints: 'the name of each file that changes; the formatted policy for standard input',
  args: [['[files...]', 'the policies; `-` prints the one on standard input; by default the nearest governance.yaml']],
  options: [['--check', 'change nothing, and return 1 when a file is not formatted'], JSON_OUTPUT],
  examples: ['fmt --check'],
  run: async ({ args: [files], options, terminal }) => (await import('../commands/fmt.ts')).fmt(files, options, terminal),
});

const graph = command({
  name: 'graph',
  group: 'Set up',
  summary: 'draw the policy as a tree',
  prints: 'the tree, in the format that you choose',
  options: [
    POLICY,
    PROFILE,
    ['--format <format>', 'how', { choices: ['text', 'mermaid', 'dot', 'svg', 'png', 'json'], default: 'text' }],
    ['--packs', 'draw each rule of included packs, too'],
    OUT,
    ['--json', 'the same as --format json'],
  ],
  examples: ['graph --format svg --out policy.svg'],
  run: async ({ options, terminal }) => (await import('../commands/graph.ts')).graph(options, terminal),
});

const layers = command({
  name: 'layers',
  group: 'Set up',
  summary: 'show the policies that count here: of the machine, of the person, of the project',
  prints: 'each layer, what it adds to the others, and whether the whole is proven to be no wider than any of them',
  args: [['[file]', 'the policy of the project; by default the nearest governance.yaml']],
  options: [JSON_OUTPUT],
  examples: ['layers --json'],
  run: async ({ args: [file], options, terminal }) => (await import('../commands/layers.ts')).layers(file, options, terminal),
});

const doctor = command({
  name: 'doctor',
  group: 'Set up',
  isMain: true,
  summary: 'prove that the installed hook stops what it must stop, and that its stores work',
  prints: 'one line for each check: ok, warn or FAILED, and what to do',
  args: [['[what...]', "names of runtimes (by default the installed ones), and the project's folder"]],
  options: [
    ['--fix', 'repair what can be repaired: a missing launcher, hooks of a folder that was moved'],
    ['--no-timing', 'do not measure how long a call takes, which starts the hook a few more times'],
    JSON_OUTPUT,
  ],
  examples: ['doctor --fix'],
  run: async ({ args: [what], options, terminal }) => (await import('../commands/doctor.ts')).doctor(what, options, terminal),
});

const uninstall = command({
  name: 'uninstall',
  group: 'Set up',
  summary: 'remove the hook from the settings of the runtimes',
  prints: 'each file that it changes, deletes or keeps',
  forHumans: true,
  args: [['[what...]', "runtimes (by default all of them), and the project's folder"]],
  options: [
    ['--user', 'remove it from the settings for all projects of this user'],
    ['--purge', 'also delete the policy, its tests, the state and the audit log'],
    ['--dry-run', 'only show what would change'],
    JSON_OUTPUT,
  ],
  examples: ['uninstall --dry-run'],
  run: async ({ args: [what], options, terminal }) =>
    (await import('../commands/uninstall.ts')).uninstall(what, options, terminal),
});

const completion = command({
  name: 'completion',
  group: 'Set up',
  summary: 'print the script that completes commands and options in a shell',
  prints: 'the script, for example for `source <(licet completion bash)`',
  args: [['<shell>', 'the shell', { choices: ['bash', 'zsh', 'fish'] }]],
  examples: ['completion bash'],
  async run({ args: [shell], terminal }) {
    const [{ completion: complete }, { COMMANDS }] = await Promise.all([
      import('../commands/completion.ts'),
      import('./index.ts'),
    ]);
    return complete(shell, COMMANDS, terminal);
  },
});

/** The commands that set a project up. */
export const setUp: readonly CommandSpec[] = [
  init,
  withProgram(importCommand, async () => (await import('../commands/importProgram.ts')).importProgram),
  access,
  protect,
  accept,
  validate,
  fmt,
  graph,
  layers,
  doctor,
  uninstall,
  completion,
];
