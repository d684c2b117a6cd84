import type { PolicyIssue } from './issue.ts';
import { issueAt } from './issue.ts';

/** The longest policy file that loads, in UTF-16 units: some eight thousand lines. */
export const MAX_POLICY_LENGTH = 262_144;

/**
 * What a policy file may hold only as an escape: controls other than tab and line ends; marks that reorder or hide text;
 * what a decoder leaves for bytes that are not UTF-8.
 */
export const FORBIDDEN: RegExp =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufffd]|\p{Surrogate}/u;

/**
 * Looks at a policy as text, before any parser does: too long, bytes that were not UTF-8, or characters that make a
 * reviewer see something else than the parser. Returns the first problem.
 */
export function checkText(text: string, file: string | undefined): PolicyIssue | undefined {
  const place = (offset: number): Parameters<typeof issueAt>[0] => {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    return { ...(file !== undefined && { file }), line, column: offset - before.lastIndexOf('\n'), path: [] };
  };
  if (text.length > MAX_POLICY_LENGTH) {
    const limit = `at most ${MAX_POLICY_LENGTH} characters`;
    return issueAt(place(0), 'unreadable', `expected ${limit}, found ${text.length}`);
  }
  const found = FORBIDDEN.exec(text);
  if (found === null) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  if (found[0] === '\ufffd' || found[0].charCodeAt(0) >> 11 === 0x1b) {
    return issueAt(place(found.index), 'unreadable', `expected a text in UTF-8, found what is left of broken bytes (U+${code})`);
  }
  return issueAt(place(found.index), 'unreadable', `expected visible text, found the character U+${code}; write it as an escape`);
}
