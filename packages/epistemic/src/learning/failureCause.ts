import type { Outcome } from '@licet/core';
import type { RelationType } from '../model/relation.ts';

/** Why an action failed, and the edge that would have told. */
interface FailureCause {
  readonly cause: string;
  readonly relation: RelationType;
  readonly target: string;
}

type Row = readonly [pattern: RegExp, cause: string, relation: RelationType, target: string];

/** By what an action reports, the most specific first: a test that cannot find a file has failed as a test only if it says that it has. */
const BY_TEXT: readonly Row[] = [
  [
    /permission denied|operation not permitted|access is denied|\bE(?:ACCES|PERM)\b|\b403\b|forbidden/i,
    'permission_denied',
    'CONSTRAINED_BY',
    'permission',
  ],
  [
    /\bERESOLVE\b|version conflict|conflicting (?:peer )?dependenc|incompatible version|requires (?:python|node|version) ?[<>=^~]|unsupported engine|no matching version|non-fast-forward|CONFLICT \(|merge conflict/i,
    'version_conflict',
    'CONSTRAINED_BY',
    'version',
  ],
  [
    /command not found|module ?not ?found|cannot find (?:module|package)|no module named|missing dependenc/i,
    'missing_dependency',
    'REQUIRES',
    'dependency',
  ],
  [
    /\bE(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN|NOTFOUND)\b|could not resolve host|connection (?:refused|timed out|reset)|network is unreachable|temporary failure in name resolution/i,
    'network_unreachable',
    'REQUIRES',
    'network',
  ],
  [
    /\b[1-9]\d* (?:tests? |specs? )?fail(?:ed|ures?|ing)\b|\btests? failed\b|^FAIL\b|^--- FAIL|AssertionError/im,
    'test_failure',
    'CONSTRAINED_BY',
    'test',
  ],
  [
    /no such file or directory|not a directory|\bE(?:NOENT|NOTDIR|NAMETOOLONG)\b|invalid path|path .{0,80}does not exist/i,
    'invalid_path',
    'REQUIRES',
    'path',
  ],
];

/** By what a shell returns where the action reports nothing that is known: other codes mean what each program likes. */
const BY_CODE: ReadonlyMap<number, FailureCause> = new Map([
  [126, { cause: 'permission_denied', relation: 'CONSTRAINED_BY', target: 'permission' }],
  [127, { cause: 'missing_dependency', relation: 'REQUIRES', target: 'dependency' }],
]);

/** How much of a report is looked at, in UTF-16 units. */
const MOST = 10_000;

/** What an action reported, shortened. */
export const reportOf = ({ error, output }: Outcome): string =>
  `${error ?? ''}\n${typeof output === 'string' ? output : ''}`.slice(0, MOST);

/** Why an action failed, by what it reported, else by its exit code; undefined where neither is known. */
export function causeOf(outcome: Outcome): FailureCause | undefined {
  const text = reportOf(outcome);
  const row = BY_TEXT.find(([pattern]) => pattern.test(text));
  if (row === undefined) return outcome.exitCode === undefined ? undefined : BY_CODE.get(outcome.exitCode);
  const [, cause, relation, target] = row;
  return { cause, relation, target };
}
