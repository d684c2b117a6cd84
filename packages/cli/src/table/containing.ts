import { JSON_OUTPUT, YES, command } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { running } from '../sandbox/linked.ts';

const run = command({
  name: 'run',
  group: 'Contain what runs',
  summary: 'run a command in a sandbox that holds it to the policy of this folder (Linux with bubblewrap)',
  prints: 'what the command prints; to standard error, what was refused, with the rule and its line',
  usage: '[options] -- COMMAND…',
  args: [['<command...>', 'the program with its arguments, after `--`']],
  options: [
    ['--print', 'print how the sandbox is made, and run nothing'],
    ['--session <id>', 'judge and record it as an action of this session'],
    ['--ticket <id>', 'for hooks: run the call that this ticket was given out for'],
  ],
  examples: ['run -- npm test'],
  run: async ({ args: [words], options, terminal }) => (await running()).runInSandbox(words, options, terminal),
});

const undo = command({
  name: 'undo',
  group: 'Contain what runs',
  summary: 'bring the files of the project back to what they were before a `licet run`',
  prints: 'the files that it brings back, and how to go back; with `--list`, the snapshots that are kept',
  forHumans: true,
  options: [
    ['--list', 'list the snapshots that are kept, and change nothing'],
    JSON_OUTPUT,
    ['--to <id>', 'this snapshot; otherwise the newest'],
    YES,
  ],
  examples: ['undo --list', 'undo --to 3'],
  run: async ({ options, terminal }) => (await import('../commands/undo.ts')).undo(options, terminal),
});

const commands = () => import('../commands/sandbox.ts');

const sandbox: CommandSpec = {
  name: 'sandbox',
  group: 'Contain what runs',
  summary: 'show what code may do in a sandbox under this policy',
  commands: [
    command({
      name: 'plan',
      summary: 'print what `licet run` lets a command do here, and what the policy says that a sandbox cannot',
      prints: 'one line for each list of the plan',
      options: [JSON_OUTPUT],
      examples: ['sandbox plan --json'],
      run: async ({ options, terminal }) => (await commands()).sandboxPlan(options, terminal),
    }),
    command({
      name: 'print',
      summary: 'print settings of another sandbox that hold code to this policy; returns 2 where that sandbox would be wider',
      prints: 'the settings; to standard error, what they cannot express',
      options: [['--for <target>', 'the sandbox: bwrap, docker, devcontainer, seatbelt, srt, or a runtime with one']],
      examples: ['sandbox print --for docker'],
      run: async ({ options, terminal }) => (await commands()).sandboxPrint(options, terminal),
    }),
  ],
};

/** The commands that hold running code to the policy. */
export const containing: readonly CommandSpec[] = [run, undo, sandbox];
