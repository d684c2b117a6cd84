import { JSON_OUTPUT, POLICY, command } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { CALL, COMMAND, PLACE, PROFILE, REQUEST } from './words.ts';

const check = command({
  name: 'check',
  group: 'Ask what would happen',
  isMain: true,
  summary: 'judge an action, or a stream of them, without running it',
  prints: 'the ruling, the reason, and what to do instead',
  served: 'looks',
  args: [COMMAND],
  options: [
    ...CALL,
    ['--batch', 'actions from standard input, one JSON object a line: {"id","kind","tool","payload","cwd"}'],
    ...PLACE,
    JSON_OUTPUT,
    ...REQUEST,
  ],
  examples: ["check 'git push --force'"],
  run: async ({ args: [word], options, terminal }) =>
    (await import('../commands/check.ts')).check({ ...options, word }, terminal),
});

const explain = command({
  name: 'explain',
  group: 'Ask what would happen',
  isMain: true,
  aliases: ['why'],
  summary: 'judge an action, and show how every node of the policy took part',
  prints: 'the ruling, and the tree of the policy with the verdict of each node',
  served: 'looks',
  args: [COMMAND],
  options: [
    ...CALL,
    ...PLACE,
    ['--timing', 'measure every guard'],
    ['--format <format>', 'how', { choices: ['text', 'mermaid', 'dot', 'json'], default: 'text' }],
    ['--json', 'the same as --format json'],
    ...REQUEST,
  ],
  examples: ["explain 'git push --force'", 'explain --tool Write --input \'{"file_path": ".env"}\' --session 4f1c'],
  run: async ({ args: [word], options, terminal }) =>
    (await import('../commands/explain.ts')).explain({ ...options, word }, terminal),
});

const effects = command({
  name: 'effects',
  group: 'Ask what would happen',
  summary: 'show which files, programs and hosts a command would touch, without running it',
  prints: 'a table: effect, target, program, certainty, marks',
  args: [COMMAND],
  options: [
    ['--tool <name>', "a tool's name, in place of a command"],
    ['--input <json>', "the tool's arguments as a JSON object; `-` reads them from standard input"],
    ['--cwd <folder>', 'the folder that the action starts in'],
    JSON_OUTPUT,
  ],
  examples: ["effects 'rm -rf build'"],
  run: async ({ args: [shell], options, terminal }) => (await import('../commands/effects.ts')).effects(shell, options, terminal),
});

const permissions = command({
  name: 'permissions',
  group: 'Ask what would happen',
  summary: 'show what an agent may read, write, delete and run; changes nothing',
  prints: 'a table with one line for each path or command',
  served: 'looks',
  args: [['[path...]', 'only these paths; by default the files of the project and those that the policy names']],
  options: [
    ['--command <text...>', 'these commands'],
    POLICY,
    PROFILE,
    ['--session <id>', 'for this session; by default for a new one'],
    ['--agent <id>', 'for this sub-agent'],
    JSON_OUTPUT,
  ],
  examples: ['permissions src/ .env --session 4f1c'],
  run: async ({ args: [paths], options, terminal }) =>
    (await import('../commands/permissions.ts')).permissions(paths, options, terminal),
});

/** The commands that say what would happen. */
export const ask: readonly CommandSpec[] = [check, explain, effects, permissions];
