import type { Json, MaybePromise } from '../model/json.ts';
import { isRecord } from '../model/json.ts';
import { chain, inTurn } from '../model/maybe.ts';
import type { DeedReader, FactRecord } from '../ports/audit.ts';
import type { SessionEvent, SessionState } from '../ports/session.ts';
import { canonicalJson } from '../text/canonical.ts';
import { sha256 } from '../text/sha256.ts';

/** What a person does to the facts of a session: grants one, makes an exception, pauses the policy, lets a session go on. */
export interface Deed {
  /** A new identity, used once. */
  readonly id: string;
  readonly sessionId: string;
  readonly at: number;
  /** The name of the fact, and its new value; null takes it back. */
  readonly name: string;
  readonly value: { readonly [member: string]: Json } | null;
  /** What the audit trail says of it. */
  readonly told: Pick<FactRecord, 'name' | 'change' | 'by' | 'reason' | 'approvalId'>;
  readonly scope: FactRecord['scope'];
}

/**
 * Returns the event and the record of what a person did. The value carries the identity of the record, and the record the digest of the value: a
 * fact without its record is ignored where the engine has a {@link DeedReader}.
 *
 * @example
 * ```ts
 * import { deedOf } from '@licet/core/store';
 *
 * const told = { name: 'reviewed', change: 'established' as const, by: 'ann' };
 * const { event, record } = deedOf({ id: 'd1', sessionId: 's', at: 1, name: 'reviewed', value: { at: 1, by: 'ann' }, told, scope: 'session' });
 * event.value; // => { at: 1, by: 'ann', deed: 'd1' }
 * record.deed; // => 'd1'
 * ```
 */
export function deedOf({ id, sessionId, at, name, value, told, scope }: Deed): {
  readonly event: Extract<SessionEvent, { readonly type: 'fact' }>;
  readonly record: FactRecord;
} {
  const kept = value === null ? null : { ...value, deed: id };
  return {
    event: { type: 'fact', at, name, value: kept },
    record: {
      type: 'fact',
      at,
      evaluationId: 'human',
      sessionId,
      scope,
      ...signedRequest(value),
      ...told,
      deed: id,
      valueDigest: digestOf(name, kept),
    },
  };
}

/**
 * Returns the request that a person has signed for a value, as a member of its record; nothing where they have signed none.
 *
 * @example
 * ```ts
 * import { signedRequest } from '@licet/core/store';
 *
 * signedRequest({ by: 'ann', proof: { request: { id: 'r1' } } }); // => { approvalId: 'r1' }
 * signedRequest({ by: 'ann' }); // => {}
 * ```
 */
export function signedRequest(value: Deed['value']): Pick<FactRecord, 'approvalId'> {
  const proof = value?.['proof'];
  const request = isRecord(proof) ? proof['request'] : undefined;
  const id = isRecord(request) ? request['id'] : undefined;
  return typeof id === 'string' ? { approvalId: id } : {};
}

const digestOf = (name: string, value: Json): string => sha256(canonicalJson([name, value]));

/** Returns the identity of the record that a fact rests on; undefined for a fact that no person has set. */
export const deedIn = (value: Json | undefined): string | undefined => {
  const { deed } = isRecord(value) ? value : {};
  return typeof deed === 'string' ? deed : undefined;
};

/** Returns a state without facts that claim to be a person's and have no record; the state itself without a reader. */
export function provenState(state: SessionState, deeds: DeedReader | undefined): MaybePromise<SessionState> {
  if (deeds === undefined) return state;
  let claims: string[] | undefined;
  for (const name in state.facts) if (deedIn(state.facts[name]) !== undefined) (claims ??= []).push(name);
  if (claims === undefined) return state;
  const checks = inTurn(claims, name =>
    chain(deeds.deed(deedIn(state.facts[name]) ?? ''), record => (isProof(record, state, name) ? [] : [name])),
  );
  return chain(checks, found => {
    const forged = new Set(found.flat());
    if (forged.size === 0) return state;
    const facts = Object.fromEntries(Object.entries(state.facts).filter(([name]) => !forged.has(name)));
    return Object.freeze({ ...state, facts: Object.freeze(facts) });
  });
}

/** Whether a record is of this fact of this session, with this value. */
function isProof(record: FactRecord | undefined, { id, facts }: SessionState, name: string): boolean {
  return (
    record?.change === 'established' && record.sessionId === id && record.valueDigest === digestOf(name, facts[name] ?? null)
  );
}
