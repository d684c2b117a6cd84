import { escapeText } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

import { sameAround } from '../text/patch.ts';

/** One member of a description that is another one than it was. What is absent was not there, or is not there any more. */
export interface Difference {
  /** Where it stands, such as `inputSchema.properties.to.description`. */
  readonly at: string;
  readonly was?: unknown;
  readonly is?: unknown;
}

/** Returns what differs between two descriptions of a tool, member by member, in the order of their places. */
export function differencesOf(was: unknown, is: unknown): readonly Difference[] {
  const [before, after] = [new Map<string, unknown>(), new Map<string, unknown>()];
  leaves(was, '', before);
  leaves(is, '', after);
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap(at => {
    const [old, now] = [before.get(at), after.get(at)];
    if (before.has(at) === after.has(at) && JSON.stringify(old) === JSON.stringify(now)) return [];
    return [{ at, ...(before.has(at) && { was: old }), ...(after.has(at) && { is: now }) }];
  });
}

/** Everything that is no object, and every empty one, by its place. A list counts as a whole. */
function leaves(value: unknown, at: string, into: Map<string, unknown>): void {
  if (!isRecord(value) || Object.keys(value).length === 0) return void (value === undefined || into.set(at, value));
  for (const [name, member] of Object.entries(value)) leaves(member, at === '' ? name : `${at}.${name}`, into);
}

const MOST = 4_000;

/** Returns a difference as lines for people: of a long text only the lines that differ, and nothing of them hidden. */
export function differenceLines({ at, ...values }: Difference): readonly string[] {
  const [was, is] = [linesOf('was' in values, values.was), linesOf('is' in values, values.is)];
  const [start, same] = sameAround(was, is);
  const changed = (lines: readonly string[], mark: string): readonly string[] =>
    lines.slice(start, lines.length - same).map(line => `  ${mark} ${clipped(line)}`);
  return [escapeText(at, 500), ...changed(was, '-'), ...changed(is, '+')];
}

function linesOf(isThere: boolean, value: unknown): readonly string[] {
  if (!isThere) return [];
  return typeof value === 'string' ? value.split('\n') : [JSON.stringify(value)];
}

function clipped(line: string): string {
  const left = line.length - MOST;
  return `${escapeText(line.slice(0, MOST), 2 * MOST)}${left > 0 ? ` … and ${left} more characters` : ''}`;
}
