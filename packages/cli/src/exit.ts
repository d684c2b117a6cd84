import { escapeText, GovernanceError, isGovernanceError } from '@licet/core';
import { EXIT } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { PolicyIssue } from '@licet/core/yaml';

/** Why a policy cannot be used. */
type PolicyErrorCode =
  | 'policy_not_found'
  | 'unreadable'
  | 'policy_invalid'
  | 'pin_missing'
  | 'pin_damaged'
  | 'pin_required'
  | 'managed_policy';

/** Thrown where there is no policy, or one that cannot be read or does not load; `issues` has everything that is wrong, when it was read. */
export class PolicyError extends GovernanceError {
  override readonly name = 'PolicyError';
  readonly issues: readonly PolicyIssue[];

  constructor(code: PolicyErrorCode, message: string, issues: readonly PolicyIssue[] = []) {
    super(code, message);
    this.issues = Object.freeze([...issues]);
    Object.freeze(this);
  }
}

/** Errors whose message has a fix. By name: a command in a separate bundle has separate classes. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['UsageError', 'PolicyError', 'ImportError']);

/** Tells whether the message of an error says all that a person needs. Those of other errors are shown with their codes. */
export function isForPeople(error: unknown): boolean {
  return error instanceof Error && FOR_PEOPLE.has(error.name);
}

/** Tells whether an error is one that a person is told of in a line; any other is a fault of the program. */
export function isTold(error: unknown): error is GovernanceError {
  return isForPeople(error) || isGovernanceError(error);
}

/** Runs a command and returns its exit code. What is wrong with the command line or the policy is written in a line. */
export async function explainErrors(work: () => Promise<number>, terminal: Terminal): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!isTold(error)) throw error;
    const code = isForPeople(error) ? '' : ` (${error.code})`;
    terminal.complain(`licet: ${escapeText(error.message)}${code}`);
    return EXIT.usage;
  }
}

/** What a parser of options says, in the form of all other messages: names in backticks, and what was meant in the same line. */
export function reworded(text: string): string {
  return text
    .replace(/^(?:error: )?([A-Z](?=[a-z]))?/u, (_all, first: string | undefined) => first?.toLowerCase() ?? '')
    .replaceAll(/'([^'\n]*)'/gu, '`$1`')
    .replace(
      /\n\(Did you mean (?:one of )?([^?]+)\?\)/u,
      (_all, names: string) => `, did you mean ${names.replaceAll(/[\w-]+/gu, '`$&`')}?`,
    )
    .replace(/\. Expected/u, ': expected')
    .replace(/ but got (\d+): (.+)\.(?=\n|$)/u, ', found $1: `$2`');
}

/** What was probably meant, as the end of a message. */
export const hintOf = (suggestion: string | undefined): string =>
  suggestion === undefined ? '' : `, did you mean \`${suggestion}\`?`;

/** Writes what is wrong or doubtful about a policy with its place, as compilers do. `main` is the file of an issue that names none. */
export function issueLine(what: string, { file, line, column, message, suggestion, code }: PolicyIssue, main: string): string {
  const hint = hintOf(suggestion);
  const [words = '', ...frame] = message.split('\n');
  const head = `${file ?? main}:${line}:${column}: ${what}: ${words}${hint} (${code})`;
  return [head, ...frame.filter(row => row.trim() !== '')].map(row => escapeText(row)).join('\n');
}
