import { randomUUID } from 'node:crypto';

import type { OpenStore } from '@licet/adapters/stores';
import type { Deed, FactRecord } from '@licet/core/store';
import { deedIn, deedOf } from '@licet/core/store';

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
