import type { PolicyIssue } from './issue.ts';
import { UNNAMED } from './issue.ts';
import type { LoadRun } from './loadRun.ts';

/**
 * Returns issues in the order of the files, without what only follows from another one: what is said of a place that
 * could not even be read, and a key that is missing because it is misspelled.
 */
export function tidy(issues: readonly PolicyIssue[], run: LoadRun): readonly PolicyIssue[] {
  const rank = ({ file }: PolicyIssue): number => run.sources.findIndex(source => source.file === (file ?? UNNAMED));
  const spot = ({ file, line, column }: PolicyIssue): string => `${file ?? ''}:${line}:${column}`;
  const unread = new Map([...run.unread].reverse().map(issue => [spot(issue), issue]));
  const misspelled = issues.filter(({ code, suggestion }) => code === 'unknown_key' && suggestion !== undefined);
  const explained = (issue: PolicyIssue): boolean =>
    issue.code === 'missing_key' &&
    misspelled.some(
      ({ file, path, suggestion }) =>
        file === issue.file && isSame(path.slice(0, -1), issue.path) && issue.message.includes(`the key \`${suggestion}\``),
    );
  return issues
    .filter(issue => (unread.get(spot(issue)) ?? issue) === issue && !explained(issue))
    .toSorted((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
}

function isSame(a: PolicyIssue['path'], b: PolicyIssue['path']): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}
