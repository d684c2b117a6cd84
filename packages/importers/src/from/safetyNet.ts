import type { Json } from '@licet/core';

import { COMMON_CASES, caseOf } from '../cases.ts';
import type { Draft } from '../draft.ts';
import type { Source } from '../source.ts';

/** Turns the custom rules of cc-safety-net: a command, its subcommand, and the arguments that block it. */
export function fromSafetyNet(source: Source): Draft {
  if (source.at('version') === 1) source.take('version');
  const prefixes = source.indices('rules').flatMap(index => prefixesOf(source, index));
  const commands: readonly Json[] = [{ bash_safety: prefixes.length > 0 ? { blocked_prefixes: prefixes } : {} }];
  const direct = prefixes.filter(prefix => !prefix.includes(' * '));
  return {
    nodes: [{ floor: {} }, { self_protection: {} }, { secret_paths: {} }, ...commands],
    cases: [
      ...COMMON_CASES,
      ...direct.flatMap(command => [
        caseOf({ bash: command }, 'block'),
        caseOf({ bash: `ls && sh -c '${command}'` }, 'block'),
        caseOf({ bash: `echo '${command}'` }, 'pass'),
      ]),
    ],
  };
}

function prefixesOf(source: Source, index: number): readonly string[] {
  const rule = (key: string): unknown => source.at('rules', index, key);
  const [command, subcommand] = [rule('command'), rule('subcommand')];
  const args = source.texts('rules', index, 'block_args');
  if (typeof command !== 'string' || command === '') {
    source.leave(['rules', index], 'a rule needs the name of a command');
    return [];
  }
  source.take('rules', index, 'command');
  if (typeof subcommand === 'string') source.take('rules', index, 'subcommand');
  source.take('rules', index, 'name');
  if (rule('reason') !== undefined)
    source.leave(['rules', index, 'reason'], 'the command is blocked, with the words of `bash_safety` in place of these');
  const start = typeof subcommand === 'string' ? `${command} ${subcommand}` : command;
  return args.flatMap(({ text, path }) => {
    source.take(...path);
    return [`${start} ${text}`, `${start} * ${text}`];
  });
}
