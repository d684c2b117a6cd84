import type { AuditRecord } from '@licet/core';
import type { AuditQuery } from '@licet/core/store';

import { UsageError, readTime } from '@licet/core/command';
import type { TrailChoice } from './openTrail.ts';

/** The options by which records are chosen, as they are typed. */
export type Filters = TrailChoice &
  Pick<AuditQuery, 'ruling' | 'type'> & {
    readonly [Name in Exclude<keyof AuditQuery, 'after' | 'limit' | 'ruling' | 'type'>]?: string;
  };

/** The types of records, as `--type` names them. */
export const RECORD_TYPES: readonly AuditRecord['type'][] = [
  'evaluation',
  'ask',
  'answer',
  'commit_failure',
  'outcome',
  'fact',
  'anomaly',
  'key',
  'rotation',
];

/** Returns what the options ask for. Throws a {@link UsageError} for what they cannot mean. */
export function queryOf({ policy: _policy, trail: _trail, ...filters }: Filters, now: number = Date.now()): AuditQuery {
  const { session, ruling, guard, code, tool, kind, agent, text, type } = filters;
  const wanted = {
    session,
    ruling,
    guard,
    code,
    tool,
    kind,
    agent,
    text,
    type,
    since: timeOf('--since', filters.since, now),
    until: timeOf('--until', filters.until, now),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as AuditQuery;
}

function timeOf(option: string, text: string | undefined, now: number): number | undefined {
  return text === undefined ? undefined : readTime(option, text, now);
}

/** Returns a number of records that an option asks for. */
export function countOf(option: string, text: string | undefined, fallback: number): number {
  const count = text === undefined ? fallback : Number(text);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new UsageError(`\`${option}\` must be a whole number, found \`${text}\``);
}
