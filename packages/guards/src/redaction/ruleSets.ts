import { InvariantError } from '@licet/core';
import { isCardNumber, isIban } from './checksums.ts';
import type { RedactionRule } from './rule.ts';
import { secretRules } from './secretRules.ts';

/** Numbers that a checksum tells from look-alikes; on by default. */
const checkedRules: readonly RedactionRule[] = Object.freeze([
  {
    id: 'card',
    minDigits: 13,
    mayHold: text => /[2-6]\d(?:[ -]?\d){11}/.test(text),
    pattern:
      '(?:^|[^0-9A-Za-z._-])([2-6][0-9]{3}(?:[ -]?[0-9]{4}){2}[ -]?[0-9]{1,7}|3[47][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{5}|3[068][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{4})(?:$|[^0-9A-Za-z_-])',
    check: isCardNumber,
  },
  {
    id: 'iban',
    minDigits: 2,
    mayHold: text => text.length > 11 && /[a-z]{2}\d{2} ?[a-z0-9]{4}/i.test(text),
    pattern: '(?i)\\b([a-z]{2}[0-9]{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,4})?)\\b',
    check: isIban,
  },
]);

const isAddress = (text: string): boolean => text.split('.').every(part => Number(part) <= 255) && !/^(?:0|127|255)\./.test(text);

const isSocialSecurityNumber = (text: string): boolean => !/^(?:000|666|9)|-00-|-0000$/.test(text);

/** Found by their form alone, so only where a policy asks for it. */
const formRules: readonly RedactionRule[] = Object.freeze([
  { id: 'email', keywords: ['@'], pattern: '\\b([A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.){1,8}[A-Za-z]{2,24})\\b' },
  { id: 'phone', keywords: ['+'], pattern: '(?:^|[^0-9A-Za-z+])(\\+[1-9](?:[ .()/-]{0,2}[0-9]){6,14})\\b' },
  { id: 'ssn', keywords: ['-'], pattern: '\\b([0-9]{3}-[0-9]{2}-[0-9]{4})\\b', check: isSocialSecurityNumber },
  { id: 'ipv4', keywords: ['.'], pattern: '(?:^|[^0-9.])((?:[0-9]{1,3}\\.){3}[0-9]{1,3})(?:$|[^0-9.])', check: isAddress },
  {
    id: 'ipv6',
    keywords: [':'],
    pattern:
      '(?i)(?:^|[^0-9a-f:])((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5})(?:$|[^0-9a-f:])',
  },
]);

/** The rules that come with the package. */
export const OWN_RULES: ReadonlySet<RedactionRule> = new Set([...checkedRules, ...formRules, ...secretRules]);

const byName = (name: string, extra: readonly RedactionRule[]): readonly RedactionRule[] => {
  if (name === 'secrets') return secretRules;
  if (name === 'pii') return [...checkedRules, ...formRules];
  return [...extra, ...OWN_RULES].filter(rule => rule.id === name).slice(0, 1);
};

/** The names that may stand for rules: `secrets` and `pii` for all of a kind, and each rule's own. */
export const redactionNames: readonly string[] = Object.freeze(['secrets', 'pii', ...[...OWN_RULES].map(rule => rule.id)]);

/**
 * The rules that names stand for, each once.
 *
 * @param extra - Rules of the host's own, which come first.
 * @throws {InvariantError} for an unknown name: text that was to be redacted must not pass for lack of a rule.
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
