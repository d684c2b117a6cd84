import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

const part = (title: string): string => text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** The claims: rows of the tables of faults and of who may say yes, and the items of the list of what else is kept. */
const claims = [
  ...['What fails closed', 'Who may say yes'].flatMap(title =>
    part(title)
      .split('\n')
      .filter(line => line.startsWith('| '))
      .slice(1),
  ),
  ...part('What else is kept').split(/\n(?=- )/u),
].filter(claim => claim.trim() !== '');

const named = (claim: string): readonly (readonly [title: string, file: string])[] =>
  Array.from(
    claim.replaceAll(/\s+/gu, ' ').matchAll(/“([^”]+)” \(`(test\/[^`]+)`\)/gu),
    ([, title = '', file = '']) => [title, file] as const,
  );

describe('SECURITY.md', () => {
  it('makes the claims that are looked at here', () => {
    expect(claims.length).toBeGreaterThan(20);
  });

  it.each(claims)('names a test for: %s', claim => {
    expect(named(claim)).not.toEqual([]);
  });

  it.each(named(text))('names a test that there is: “%s” in %s', (title, file) => {
    expect(existsSync(join(root, file))).toBe(true);
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
  });
});
