import type { PolicyIssueCode } from '../model/codes.ts';
import { GovernanceError } from '../model/errors.ts';
import { visible } from './names.ts';

/** A place in a policy file. Line and column count from 1, the column in UTF-16 units. */
export interface Place {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  /** The way there, in the names of the file. */
  readonly path: readonly (string | number)[];
}

/** The place of a part of a file, which may know the place of each character of its text. */
export interface SourcePlace extends Place {
  /** Line and column of a character of the text at this place, by its index in the text as it was read. */
  readonly inside?: (index: number) => Pick<Place, 'line' | 'column'>;
}

/** One thing that is wrong, or doubtful, in a policy file. */
export interface PolicyIssue extends Place {
  readonly code: PolicyIssueCode;
  /** Lower case, no full stop: what was expected and what was found. */
  readonly message: string;
  /** What was probably meant: a name that exists. */
  readonly suggestion?: string;
}

/** Makes an issue at a place. */
export function issueAt(
  { inside: _inside, ...place }: SourcePlace,
  code: PolicyIssueCode,
  message: string,
  suggestion?: string,
): PolicyIssue {
  const shown = message.split('\n').map(visible).join('\n');
  return Object.freeze({ code, message: shown, ...place, ...(suggestion !== undefined && { suggestion }) });
}

/** The name of a file that has none. */
export const UNNAMED = '<policy>';

/** Writes an issue as `file:line:column: message (code)`; a code frame that the message brings follows below. */
export function formatIssue(issue: PolicyIssue): string {
  const { file = UNNAMED, line, column, message, code, suggestion } = issue;
  const [words, ...frame] = message.split('\n');
  const meant = suggestion === undefined ? '' : `, did you mean \`${suggestion}\`?`;
  return [`${file}:${line}:${column}: ${words}${meant} (${code})`, ...frame].join('\n');
}

/** Thrown for a policy that does not load, with everything that is wrong with it, in the order of the files. */
export class PolicyLoadError extends GovernanceError {
  override readonly name = 'PolicyLoadError';
  readonly issues: readonly PolicyIssue[];

  constructor(issues: readonly PolicyIssue[]) {
    super('policy_invalid', issues.map(formatIssue).join('\n'));
    this.issues = Object.freeze([...issues]);
    Object.freeze(this);
  }
}
