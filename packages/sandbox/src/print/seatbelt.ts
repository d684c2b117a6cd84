import { compilePattern } from '@licet/effects/places';

import type { PlanRule, SandboxPlan } from '../plan/sandboxPlan.ts';
import { residualNotes } from './target.ts';
import type { PrintPlan, PrintedPlan } from './target.ts';

/** System folders of macOS that programs read. */
const READABLE = ['/usr', '/bin', '/sbin', '/System', '/Library', '/opt', '/private/etc', '/private/var/db/timezone', '/dev'];
/** Where temporary files are. */
const TEMPORARY = ['/private/tmp', '/private/var/folders'];

/**
 * A profile for `sandbox-exec` of macOS. Closed paths are regular expressions, so that files that are made later are closed, too. Later rules win. A
 * pattern that has no exact expression closes more than it says, and an exception that has none is left out.
 */
export const printSeatbelt: PrintPlan = (plan): PrintedPlan => {
  const closed = (rules: readonly PlanRule[]): readonly string[] =>
    rules.flatMap(({ patterns }) => patterns.flatMap(pattern => expressionsOf(pattern, plan)));
  const fixed = closed([...plan.freeze, ...plan.readOnly]);
  const hidden = plan.hide.flatMap(rule => hideLines(rule, plan));
  const above = [...plan.hide, ...plan.freeze, ...plan.readOnly].flatMap(({ patterns }) =>
    patterns.flatMap(pattern => foldersAbove(pattern, plan)),
  );
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork process-exec sysctl-read mach-lookup)',
    '(allow signal (target same-sandbox))',
    `(allow file-read* (literal "/") ${subpaths([...READABLE, ...TEMPORARY, ...plan.read])})`,
    `(allow file-write* (literal "/dev/null") (literal "/dev/tty") ${subpaths([...TEMPORARY, ...plan.write])})`,
    '(allow network-bind network-inbound (local ip "localhost:*"))',
    ...(fixed.length === 0 ? [] : [`(deny file-write* ${regexes(fixed)})`]),
    ...hidden,
    ...(above.length === 0 ? [] : [`(deny file-write-unlink ${above.map(folder => `(literal ${quoted(folder)})`).join(' ')})`]),
  ];
  const network = plan.hosts.length === 0 ? [] : ['there is no network: the proxy is a part of `licet run`'];
  const notes = [
    ...network,
    'variables are not cleared, and processes are not limited',
    'a program can listen on the loopback device, and reaches nothing there',
    ...residualNotes(plan),
  ];
  return { text: `${lines.join('\n')}\n`, notes, wider: [] };
};

/** The folders of the project above what a pattern names: moved away, they would take it with them. */
function foldersAbove(pattern: string, { project, home }: SandboxPlan): readonly string[] {
  const { alternatives } = compilePattern(pattern, { root: project, home, mode: 'grant' });
  return alternatives.flatMap(({ base }) => {
    const names = base.startsWith(`${project}/`) ? base.slice(project.length + 1).split('/') : [];
    return names.slice(0, -1).map((_name, at) => `${project}/${names.slice(0, at + 1).join('/')}`);
  });
}

/** What one rule hides, but for its exceptions. Those of another rule do not count. */
function hideLines({ patterns, except }: PlanRule, plan: SandboxPlan): readonly string[] {
  const hidden = patterns.flatMap(pattern => expressionsOf(pattern, plan));
  const open = except.filter(pattern => !/[@+!?*]\(|\[/u.test(pattern)).flatMap(pattern => expressionsOf(pattern, plan));
  if (hidden.length === 0) return [];
  const unless = open.length === 0 ? '' : ` (require-not (require-any ${regexes(open)}))`;
  return [`(deny file-read* file-write* (require-all (require-any ${regexes(hidden)})${unless}))`];
}

const quoted = (text: string): string => `"${text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`;

const subpaths = (folders: readonly string[]): string => folders.map(folder => `(subpath ${quoted(folder)})`).join(' ');

const regexes = (expressions: readonly string[]): string =>
  [...new Set(expressions)].map(expression => `(regex #${quoted(expression)})`).join(' ');

/** A pattern as regular expressions of absolute paths, one for each of its alternatives. */
function expressionsOf(pattern: string, { project: root, home }: SandboxPlan): readonly string[] {
  const { alternatives } = compilePattern(pattern, { root, home, mode: 'restrict', caseFold: true });
  return alternatives.map(
    ({ segments }) =>
      `^${segments.map(({ kind, text }) => (text === '**' ? '(/.*)?' : `/${kind === 'name' ? literal(text) : globbed(text)}`)).join('')}(/.*)?$`,
  );
}

/** One part of a path with wildcards. A group matches anything. */
function globbed(text: string): string {
  if (/[@+!?*]\(/u.test(text)) return '[^/]*';
  return text
    .split(/(\\.|\*+|\?|\[[!^]?\]?[^\]]*\])/u)
    .map(part => {
      if (part.startsWith('*')) return '[^/]*';
      if (part === '?') return '[^/]';
      if (part.startsWith('[')) return part.replace(/^\[!/u, '[^');
      return literal(part.startsWith('\\') ? part.slice(1) : part);
    })
    .join('');
}

/** Letters count without case, as the file systems of macOS have it. */
const literal = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]|[a-z]/giu, sign =>
    /[a-z]/iu.test(sign) ? `[${sign.toLowerCase()}${sign.toUpperCase()}]` : `\\${sign}`,
  );
