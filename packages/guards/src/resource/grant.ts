import type { Json } from '@licet/core';
import { GRANT_FACT } from '@licet/core/store';
import type { SessionState } from '@licet/core/store';

/** What a grant may let an action do to a file. */
export const GRANT_KINDS = ['read', 'write', 'delete'] as const;

/** One of the {@link GRANT_KINDS}. */
export type GrantKind = (typeof GRANT_KINDS)[number];

/**
 * An exception that a human has made, for {@link AllowOnce}. It lives as a fact of the project. It is about one file, or
 * the files of a pattern, or one command, or one action; exactly one of `path`, `pattern`, `command` and `digest` is there.
 */
export interface Grant {
  readonly id: string;
  /** A file, absolute, as it is named. */
  readonly path?: string;
  /** Where the links of `path` led when it was granted. */
  readonly resolved?: string;
  /** A pattern that starts from the root. */
  readonly pattern?: string;
  /** What may be done to the files. */
  readonly kinds?: readonly GrantKind[];
  /** A shell command, to the letter. */
  readonly command?: string;
  /** The folder that the command starts in. */
  readonly cwd?: string;
  /** The digest of an action, as the audit trail has it. */
  readonly digest?: string;
  /** The identity of the record that it rests on. */
  readonly deed: string;
  /** How many actions it is good for. */
  readonly uses: number;
  /** Milliseconds since the epoch. */
  readonly grantedAt: number;
  readonly expiresAt: number;
  /** Who made it. */
  readonly by?: string;
  /** The only session that it is good for. */
  readonly sessionId?: string;
}

/** An action that a grant was used for. */
export interface GrantUse {
  readonly grant: string;
  readonly at: number;
  readonly sessionId: string;
  readonly callId?: string;
  readonly tool?: string;
  readonly status: string;
}

const USE = 'grant_use:';

/** The name of the fact that holds a grant; writing null under it revokes the grant. */
export function grantFact(id: string): string {
  return `${GRANT_FACT}${id}`;
}

/** The name of the fact that tells of one use of a grant. */
export function useFact(grant: string, sessionId: string, callId: string): string {
  return `${USE}${grant}:${sessionId.length}:${sessionId}:${callId}`;
}

/** The counter that holds how often a grant has been used. */
export function grantCounter(id: string): string {
  return `grant:${id}`;
}

/** Tells whether a fact or a counter belongs to a grant or to its uses. */
export function isGrantFact(name: string): boolean {
  return name.startsWith(GRANT_FACT) || name.startsWith(USE);
}

/** Reads the grants of a project, oldest first. A fact that is no grant grants nothing. */
export function grantsOf({ facts }: Pick<SessionState, 'facts'>): readonly Grant[] {
  const grants: Grant[] = [];
  for (const name in facts) {
    const value = name.startsWith(GRANT_FACT) ? facts[name] : undefined;
    if (isGrant(value) && grantFact(value.id) === name) grants.push(value);
  }
  return grants.sort((a, b) => a.grantedAt - b.grantedAt);
}

/** Reads the uses of the grants of a project, oldest first. */
export function grantUses({ facts }: Pick<SessionState, 'facts'>): readonly (GrantUse & { readonly fact: string })[] {
  return Object.entries(facts)
    .filter(([name, value]) => name.startsWith(USE) && typeof value === 'object' && value !== null)
    .map(([fact, value]) => ({ ...(value as unknown as GrantUse), fact }))
    .sort((a, b) => a.at - b.at);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isMaybe = (value: unknown): boolean => value === undefined || isText(value);

function isGrant(value: Json | undefined): value is Json & Grant {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { id, deed, path, resolved, pattern, kinds, command, cwd, digest, uses, grantedAt, expiresAt, sessionId } = value as {
    readonly [key: string]: unknown;
  };
  const about = [path, pattern, command, digest].filter(each => each !== undefined);
  const isAbout = about.length === 1 && isText(about[0]) && isMaybe(sessionId);
  const isFile = path === undefined ? pattern === undefined || isKinds(kinds) : isText(resolved) && isKinds(kinds);
  const isLimited = Number.isInteger(uses) && Number(uses) >= 1 && Number.isFinite(grantedAt) && Number.isFinite(expiresAt);
  return isText(id) && isText(deed) && isAbout && isFile && (command === undefined || isText(cwd)) && isLimited;
}

function isKinds(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(kind => (GRANT_KINDS as readonly unknown[]).includes(kind));
}
