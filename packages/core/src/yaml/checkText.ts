import type { PolicyIssue } from './issue.ts';
import { issueAt } from './issue.ts';

/** The longest policy file that loads, in UTF-16 units: some eight thousand lines. */
export const MAX_POLICY_LENGTH = 262_144;

/**
 * What a policy file may hold only as an escape: controls other than tab and line ends; marks that reorder or hide text, and what
 * is drawn as nothing; what a decoder leaves for bytes that are not UTF-8. Joiners and variation selectors are parts of scripts and
 * of emoji, and never stand behind a letter of ASCII.
 */
export const FORBIDDEN: RegExp =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]--[\t\n\r]]|(?<=[\0-\x7f])(?:\u200c|\u200d|\ufe0e|\ufe0f)(?!\u20e3)/v;

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
  if (found[0] === '\ufffd' || (found[0].codePointAt(0) ?? 0) >> 11 === 0x1b) {
    return issueAt(place(found.index), 'unreadable', `expected a text in UTF-8, found what is left of broken bytes (U+${code})`);
  }
  return issueAt(place(found.index), 'unreadable', `expected visible text, found the character U+${code}; write it as an escape`);
}
