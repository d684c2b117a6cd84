import type { Json, SessionState } from '@licet/core';

type Facts = SessionState['facts'];

/** Where the stamp of the last reset stands. Names that begin with `@` are no facts of a policy. */
export const stampKey = (fact: string): string => `@stamp/${fact}`;
/** Where the reason stands why a fact was not earned. */
export const reasonKey = (fact: string): string => `@reason/${fact}`;
/** Where it is noted what a call may earn. */
export const earningKey = (call: string): string => `@earning/${call}`;

const own = (facts: Facts, name: string): Json | undefined => (Object.hasOwn(facts, name) ? facts[name] : undefined);

/** The stamp of the last reset: whoever earns the fact must have seen it. */
export function stampOf(facts: Facts, fact: string): string {
  const stamp = own(facts, stampKey(fact));
  return typeof stamp === 'string' ? stamp : '';
}

/** Why the fact was not earned the last time that somebody tried. */
export function reasonOf(facts: Facts, fact: string): string | undefined {
  const reason = own(facts, reasonKey(fact));
  return typeof reason === 'string' ? reason : undefined;
}

/**
 * Whether a fact holds. A fact that was earned carries the stamp of the reset before it: a later reset makes it void, whatever
 * order two processes wrote in. A fact that the host or a human has established holds until it is forgotten.
 */
export function isEstablished(facts: Facts, fact: string): boolean {
  const value = own(facts, fact);
  if (value === undefined || value === null || value === false) return false;
  if (typeof value !== 'object' || Array.isArray(value) || !('stamp' in value)) return true;
  return value['stamp'] === stampOf(facts, fact);
}

/** What a call may earn when it succeeds. */
export interface Earning {
  /** When the call was let through. */
  readonly at: number;
  readonly digest: string;
  /** The facts, each with the stamp that it must still have. */
  readonly facts: Readonly<Record<string, string>>;
  /** Why other facts will not be earned by this call, whatever comes of it. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The facts that the call resets once more when its outcome is known. */
  readonly resets: readonly string[];
}

/** Reads what a commit has noted; undefined for a call that has noted nothing. */
export function earningOf(facts: Facts, call: string): Earning | undefined {
  const noted = own(facts, earningKey(call));
  return typeof noted === 'object' && noted !== null && !Array.isArray(noted) ? (noted as unknown as Earning) : undefined;
}
