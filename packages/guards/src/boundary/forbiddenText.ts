import type { Action } from '@licet/core';
import { param } from '@licet/core/nodes';

import type { Finding } from '../judging/findings.ts';
import { textPatterns } from '../judging/textPattern.ts';
import type { TextPattern } from '../judging/textPattern.ts';

const MAX_TEXT = 256_000;

/** The param `blockedPatterns`. */
export const forbiddenPatternsParam = param.optional(
  param.list(
    param.either(
      param.text(),
      param.object({
        /** What must not be there, as a regular expression (RE2). */
        pattern: param.text({ doc: 'what must not be there, as a regular expression (RE2)' }),
        /** What the pattern is called in reasons. */
        label: param.optional(param.text({ most: 200, doc: 'what the pattern is called in reasons' })),
        /** What the agent may do instead. */
        instead: param.optional(param.text({ most: 200, doc: 'what the agent may do instead' })),
      }),
    ),
    {
      doc: 'regular expressions (RE2) over the text of the command, each alone or with a `label` that the agent is told and what to do `instead`',
    },
  ),
);

/** A pattern over the text of a command, and what is said of a command that it is found in. */
interface ForbiddenPattern {
  readonly pattern: TextPattern;
  readonly reason: string;
  readonly fix: string;
}

/** What is said names the label, or the place of the pattern in its list: the pattern itself would show the agent how to write around it. */
export function forbiddenPatterns(
  given: readonly (string | { readonly pattern: string; readonly label?: string; readonly instead?: string })[],
  checked: boolean,
): readonly ForbiddenPattern[] {
  const entries = given.map(each => (typeof each === 'string' ? { pattern: each } : each));
  const patterns = textPatterns(
    entries.map(({ pattern }) => pattern),
    checked,
    'blockedPatterns',
  );
  return patterns.map((pattern, index) => {
    const { label, instead }: { label?: string; instead?: string } = entries[index] ?? {};
    const place = `pattern ${index + 1} of \`blocked_patterns\``;
    return {
      pattern,
      reason: `the policy forbids this command by its text: ${label ?? place}`,
      fix: instead ?? `run something that does not need this text, or ask the user, who can run it or change ${place}`,
    };
  });
}

/** What is found against a command by its text. */
export function forbiddenText({ payload }: Action, patterns: readonly ForbiddenPattern[]): readonly Finding[] {
  const { command } = payload;
  if (patterns.length === 0 || typeof command !== 'string') return [];
  const words = { ruling: 'block', code: 'command_forbidden' } as const;
  if (command.length > MAX_TEXT) {
    const fix = 'put what is long into a file, and name the file in the command';
    return [{ ...words, fix, reason: 'the command is too long to be compared with the forbidden patterns' }];
  }
  return patterns.flatMap(({ pattern, reason, fix }) => (pattern.isFoundIn(command) ? [{ ...words, reason, fix }] : []));
}
