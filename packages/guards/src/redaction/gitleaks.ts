import { InvariantError } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import { checkRule } from './matcher.ts';
import type { RedactionRule } from './rule.ts';

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(one => typeof one === 'string') : []);

/** The allow-lists of a rule or file, for one rule, that look at the secret itself; those on paths and commits have no meaning for output. */
function allowOf(holder: Readonly<Record<string, unknown>>, id: string): readonly string[] {
  const lists = [holder['allowlist'], holder['allowlists']].flat().filter(isRecord);
  const isFor = ({ targetRules }: (typeof lists)[number]): boolean =>
    targetRules === undefined || texts(targetRules).includes(id);
  const own = lists.filter(list => (list['regexTarget'] ?? 'secret') === 'secret' && list['condition'] !== 'AND' && isFor(list));
  const quote = (word: string): string => `(?i)${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;
  return own.flatMap(list => [...texts(list['regexes']), ...texts(list['stopwords']).map(quote)]);
}

function toRule(entry: unknown, index: number, file: Readonly<Record<string, unknown>>): RedactionRule | undefined {
  if (!isRecord(entry) || typeof entry['id'] !== 'string') {
    throw new InvariantError('invalid_param', `expected an \`id\` in redaction rule ${index + 1}`, {
      path: ['rules', index, 'id'],
    });
  }
  const { id, regex, keywords, secretGroup, entropy } = entry;
  if (typeof regex !== 'string') {
    if (typeof entry['path'] === 'string') return undefined;
    throw new InvariantError('invalid_param', `expected a \`regex\` in redaction rule \`${id}\``, {
      path: ['rules', index, 'regex'],
    });
  }
  const rule: RedactionRule = {
    id,
    pattern: regex,
    keywords: texts(keywords),
    allow: [...allowOf(entry, id), ...allowOf(file, id)],
    ...(typeof secretGroup === 'number' && { secretGroup }),
    ...(typeof entropy === 'number' && { minEntropy: entropy }),
  };
  checkRule(rule);
  return rule;
}

/**
 * Reads rules in the format of gitleaks: TOML with `[[rules]]` of `id`, `regex`, `keywords`, `entropy`, `secretGroup` and
 * allow-lists. Rules that look at file names only are left out.
 *
 * @throws {InvariantError} for text that is no TOML, a rule without `id` or `regex`, a pattern that is not RE2, or rules of another file
 * (`extend`): a rule that cannot be used is never passed over in silence.
 */
export async function parseGitleaks(source: string): Promise<readonly RedactionRule[]> {
  const { parse } = await import('smol-toml');
  let file: Readonly<Record<string, unknown>>;
  try {
    file = parse(source);
  } catch (cause) {
    throw new InvariantError(
      'invalid_param',
      `expected TOML: ${cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : 'not understood'}`,
      { cause },
    );
  }
  const { rules, extend } = file;
  if (extend !== undefined)
    throw new InvariantError(
      'invalid_param',
      'expected no `extend` in a file of redaction rules: put the rules that it means into it',
      {
        path: ['extend'],
      },
    );
  if (!Array.isArray(rules))
    throw new InvariantError('invalid_param', 'expected `[[rules]]` in a file of redaction rules', { path: ['rules'] });
  return rules.map((entry: unknown, index) => toRule(entry, index, file)).filter(rule => rule !== undefined);
}
