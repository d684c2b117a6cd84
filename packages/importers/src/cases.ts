import { InvariantError } from '@licet/core';
import type { Json } from '@licet/core';
import { BashSafety } from '@licet/guards';

import type { TestCase } from './draft.ts';

/** What a case wants of a call. */
export type Want = 'pass' | 'warn' | 'ask' | 'block';

/** A case about one call: `bash`, `read`, `write`, or a `tool`, and who makes it. */
export function caseOf(call: Readonly<Record<string, Json>>, want: Json): TestCase {
  return { ...call, want };
}

/** A case of several steps in one session. */
export function sessionOf(name: string, steps: readonly TestCase[]): TestCase {
  return { name, session: [...steps] };
}

/** A file that a folder, a file or a pattern matches; what is absolute stays so. */
export function fileIn(pattern: string): string {
  const plain = pattern.replace(/^\.\//, '').replaceAll('**/', '').replace(/\*+/g, 'example');
  return plain === '' || plain.endsWith('/') ? `${plain}example.txt` : plain;
}

/** A file that lies in none of some folders. */
export function fileOutside(folders: readonly string[]): string {
  const name = ['elsewhere', 'elsewhere2', 'elsewhere3'].find(each => !folders.some(folder => folder.startsWith(each)));
  return `${name ?? 'nowhere'}/example.txt`;
}

/** A command that matches a pattern with `*` for any run of characters. */
export function commandIn(pattern: string): string {
  return pattern.replace(/ \*$/, '').replaceAll('*', 'example');
}

/** A text that a regular expression of words with gaps finds; undefined for any other. */
export function textFoundBy(pattern: string): string | undefined {
  const text = pattern
    .replaceAll(/\\s[+*]?/g, ' ')
    .replaceAll('.*', ' ')
    .replaceAll(/\\b|^\^|\$$/g, '')
    .replaceAll(/\\([^a-zA-Z0-9])/g, '$1');
  return /[\\()[\]{}|+?]/.test(text) || !new RegExp(pattern, 'u').test(text) ? undefined : text;
}

/** Tells whether a text is a pattern that `bash_safety` takes. */
export function isPattern(text: string): boolean {
  try {
    BashSafety({ blockedPatterns: [text] });
    return true;
  } catch (error) {
    if (error instanceof InvariantError) return false;
    throw error;
  }
}

/** What everybody wants of some calls, whatever they come from. */
export const COMMON_CASES: readonly TestCase[] = [
  caseOf({ bash: 'rm -rf /' }, 'block'),
  caseOf({ write: 'governance.yaml' }, 'block'),
];
