import { RULINGS } from '@licet/core';
import { POLICY, TRAIL } from '@licet/core/command';
import { profileNames } from '@licet/guards';

import { RECORD_TYPES } from '../audit/filters.ts';

/** The built-in profile that a command judges by. */
export const PROFILE = ['--profile <name>', 'a built-in profile instead of a policy', { choices: profileNames }] as const;

/** Only one session. */
export const SESSION = ['--session <id>', 'only this session'] as const;

/** Where a command judges: session, policy, folder. */
export const PLACE = [
  ['--session <id>', 'use the limits and facts of this session of an agent; by default those of a new one'],
  POLICY,
  PROFILE,
  ['--cwd <folder>', 'the folder that the action starts in'],
] as const;

/** A command that is looked at. */
export const COMMAND = ['[command]', 'a shell command, as one argument; `-` reads it from standard input'] as const;

/** Which other action is judged. */
export const CALL = [
  ['--tool <name>', "the tool's name"],
  ['--input <json>', "the tool's arguments as a JSON object; `-` reads them from standard input"],
  ['--command <text>', 'the shell command, as an option'],
] as const;

/** Who wants the action, and why. */
export const REQUEST = [
  ['--principal <id>', 'on whose behalf the agent acts, as the program that runs it knows'],
  ['--role <role...>', 'the roles of the principal'],
  ['--tenant <name>', 'the tenant of the principal'],
  ['--justification <text>', 'the reason, as the program that runs the agent knows it'],
] as const;

/** Which records are chosen. */
export const FILTERS = [
  ...TRAIL,
  SESSION,
  ['--ruling <ruling>', 'only decisions with this ruling', { choices: RULINGS }],
  ['--guard <name>', 'only what this guard decided'],
  ['--code <code>', 'only this code'],
  ['--tool <name>', 'only this tool'],
  ['--kind <kind>', 'only this kind of action, such as `read`, `write` or `bash`'],
  ['--agent <id>', 'only this agent'],
  ['--type <type>', 'only records of this type', { choices: RECORD_TYPES }],
  ['--since <time>', 'from this time on: 2026-01-31, 2026-01-31T12:00:00Z, or 2h for two hours ago'],
  ['--until <time>', 'before this time'],
  ['--text <text>', 'only records that contain this text'],
] as const;

/** The last records, and those that follow. */
export const TAIL = [
  ['-f, --follow', 'continue with new records until you interrupt it'],
  ['-n, --lines <count>', 'how many', { default: '10' }],
] as const;
