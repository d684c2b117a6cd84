import { randomUUID } from 'node:crypto';

import type { OpenStore } from '@licet/adapters/stores';
import type { Deed } from '@licet/core/store';
import { deedOf } from '@licet/core/store';

/** A new identity for what a person does. */
export const newDeed = (): string => randomUUID();

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
    if (trail !== undefined && trail.audit !== audit) await trail.audit.append(record);
    const { joint } = audit;
    if (joint !== undefined) await joint.write(deed.sessionId, [event], [record]);
    else {
      await audit.append(record);
      await sessions.append(deed.sessionId, [event]);
    }
  }
}
