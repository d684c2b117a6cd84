import { readDuration } from '../text/quantity.ts';
import type { QuietLevel } from './certificate.ts';

/** What an exception may be for: what is done to files, a command, or one action by its digest. */
export const EXCEPTION_SUBJECTS = ['read', 'write', 'delete', 'command', 'action'] as const;
/** One of the {@link EXCEPTION_SUBJECTS}. */
export type ExceptionSubject = (typeof EXCEPTION_SUBJECTS)[number];

/** Who may make an exception or a pause, and for how long. */
export interface TimeLimit {
  /** The longest time from when it was made, such as `30m`. @defaultValue that of the command */
  readonly for?: string;
  /** The names of the people who may. Only a passkey or the service proves a name. @defaultValue everyone */
  readonly by?: readonly string[];
}

/** Which exceptions count. */
export interface ExceptionLimit extends TimeLimit {
  /** @defaultValue all */
  readonly of?: readonly ExceptionSubject[];
  /** How many calls one exception lets through at most. @defaultValue that of the command */
  readonly uses?: number;
}

/** How far one yes may cover later calls. */
export interface ScopeLimit {
  /** The longest time from the answer, such as `1h`. @defaultValue a day */
  readonly for?: string;
  /** How many calls at most. @defaultValue 1000 */
  readonly uses?: number;
}

/**
 * What a policy and the policies below it may do at most. What is beyond a limit has the value of the limit; `never` means that there is no such
 * thing. The settings `mode`, `sandbox`, `approvals.proof`, `sessions`, `approvals` and `audit` of a policy are limits for those below it by themselves.
 */
export interface PolicyLimits {
  /** What people let through by `licet allow-once`. */
  readonly exceptions?: 'never' | ExceptionLimit;
  /** What people let through by `licet pause`. */
  readonly pauses?: 'never' | TimeLimit;
  /** What one yes covers beyond its own call. */
  readonly scopedApprovals?: 'never' | ScopeLimit;
  /** The highest level of `quiet`. */
  readonly quiet?: QuietLevel;
  /** The only hosts of agents, by the names of their hooks, and `mcp`, `server` and `program`. */
  readonly hosts?: readonly string[];
}

/** How many milliseconds a limit allows: none where its time cannot be read. */
export const limitMs = (time: string): number => readDuration(time) ?? 0;
