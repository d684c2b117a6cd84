import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

import type { OpenedStores, OpenStore } from '@licet/adapters/stores';
import { escapeText } from '@licet/core';
import type { GuardNode, SessionStore } from '@licet/core';
import { UsageError } from '@licet/core/command';
import { deedIn, deedOf, PROJECT_SESSION } from '@licet/core/store';
import type { Deed, FactRecord, SessionState } from '@licet/core/store';
import { knownPlace } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import { openEngine } from '../policy/openEngine.ts';
import { policiesKeeping } from '../policy/readPolicy.ts';
import { sharedSessions, storesBelow } from '../policy/stores.ts';

/** What a human changes: a fact as an event, and what the trail says about it. */
export interface Change {
  readonly session: string;
  readonly name: string;
  readonly value: Deed['value'];
  readonly told: Deed['told'];
}

/** The state of a policy's sessions, open to what only a human may change. */
export interface OpenWorkflow {
  readonly file: string;
  readonly policy: GuardNode;
  readonly place: KnownPlace;
  readonly sessions: SessionStore;
  /** Every session that something is known of, the latest first, and not the project. */
  known(): Promise<readonly SessionState[]>;
  /** Writes changes into the trail, and then into their sessions: what cannot be recorded is not done. Throws where there is no such session. */
  apply(changes: readonly Change[], at: number): Promise<void>;
}

const EVERY = 10_000;

/** Does something with the sessions of the policy that is named or found, and closes them. Throws where no other process could see a change. */
export async function withWorkflow<T>(
  policy: string | undefined,
  writes: boolean,
  work: (opened: OpenWorkflow) => Promise<T>,
): Promise<T> {
  const found = await policiesKeeping(policy);
  const { file } = found;
  const root = dirname(file);
  const opened = await openEngine(found, { records: false });
  const stores = storesBelow(found, root, { writes });
  try {
    return await work({ file, policy: opened.policy, place: knownPlace({ root }), ...(await sessionsIn(stores)) });
  } finally {
    await stores.close();
  }
}

async function sessionsIn(stores: OpenedStores): Promise<Pick<OpenWorkflow, 'sessions' | 'known' | 'apply'>> {
  const store = await sharedSessions(stores);
  const { sessions } = store;
  const known = async (): Promise<readonly SessionState[]> =>
    (await store.exists()) ? (await store.inspect.sessions(EVERY)).filter(({ id }) => id !== PROJECT_SESSION) : [];
  return {
    sessions,
    known,
    async apply(changes, at) {
      const ids = [PROJECT_SESSION, ...(await known()).map(({ id }) => id)];
      const unknown = changes.find(({ session }) => !ids.includes(session))?.session;
      if (unknown !== undefined) throw unknownSession(unknown);
      const deeds = changes.map(({ session, name, value, told }): Deed => {
        const scope = session === PROJECT_SESSION ? 'project' : 'session';
        return { id: newDeed(), sessionId: session, at, name, value, told, scope };
      });
      await writeDeeds(store, await stores.store('audit'), deeds);
    },
  };
}

/** The message for a session that is unknown. */
export function unknownSession(id: string): UsageError {
  return new UsageError(`there is no session \`${escapeText(id, 100)}\`: \`licet status\` lists the sessions`);
}

/** A new identity for what a person does. */
export const newDeed = (): string => randomUUID();

/** The record that ends an earlier deed: with it, the value that the state had does not come back. */
const endOf = (deed: Deed, replaced: string): FactRecord =>
  deedOf({ ...deed, id: replaced, value: null, told: { ...deed.told, change: 'void' } }).record;

/**
 * Writes what a person did, each in one transaction: the record into the audit trail that lies with the sessions, then the fact. A policy that keeps
 * its trail in another place has the record there, too. What cannot be recorded is not done.
 */
export async function writeDeeds(
  { sessions, audit }: Pick<OpenStore, 'sessions' | 'audit'>,
  trail: Pick<OpenStore, 'audit'> | undefined,
  deeds: readonly Deed[],
): Promise<void> {
  for (const deed of deeds) {
    const { event, record } = deedOf(deed);
    const replaced = deedIn((await sessions.load(deed.sessionId)).facts[deed.name]);
    const ends = replaced === undefined ? [] : [endOf(deed, replaced)];
    const records = deed.value === null && ends.length > 0 ? ends : [...ends, record];
    if (trail !== undefined && trail.audit !== audit) for (const each of records) await trail.audit.append(each);
    const { joint } = audit;
    if (joint !== undefined) await joint.write(deed.sessionId, [event], records);
    else {
      for (const each of records) await audit.append(each);
      await sessions.append(deed.sessionId, [event]);
    }
  }
}
