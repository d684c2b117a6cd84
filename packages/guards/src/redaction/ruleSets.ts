import { InvariantError } from '@licet/core';

import { checkedRules, formRules } from './piiRules.ts';
import type { RedactionRule } from './rule.ts';
import { secretRules } from './secretRules.ts';

/** The rules that come with the package. */
export const ownRules: ReadonlySet<RedactionRule> = new Set([...checkedRules, ...formRules, ...secretRules]);

const byName = (name: string, extra: readonly RedactionRule[]): readonly RedactionRule[] => {
  if (name === 'secrets') return secretRules;
  if (name === 'pii') return [...checkedRules, ...formRules];
  return [...extra, ...ownRules].filter(rule => rule.id === name).slice(0, 1);
};

/** The names that may stand for rules: `secrets` and `pii` for all of a kind, and each rule's own. */
export const redactionNames: readonly string[] = Object.freeze(['secrets', 'pii', ...[...ownRules].map(rule => rule.id)]);

/**
 * The rules that names stand for, each once.
 *
 * @param extra - Rules of the host's own, which come first.
 * @throws {InvariantError} for a name that stands for nothing: text that was to be redacted must not pass for lack of a rule.
 */
export function rulesFor(names: readonly string[], extra: readonly RedactionRule[] = []): readonly RedactionRule[] {
  const rules = new Map<string, RedactionRule>();
  for (const [index, name] of names.entries()) {
    const found = byName(name, extra);
    if (found.length === 0)
      throw new InvariantError('invalid_param', `expected the name of a redaction rule, found \`${name}\``, {
        path: ['rules', index],
      });
    for (const rule of found) rules.set(rule.id, rule);
  }
  return [...rules.values()];
}
