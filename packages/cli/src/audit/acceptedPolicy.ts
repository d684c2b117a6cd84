import type { AuditReader } from '@licet/core/store';
import { PROJECT_SESSION, readAll } from '@licet/core/store';

import { PolicyError } from '../exit.ts';
import { digestOf, readPin } from '../pins/pin.ts';
import type { Unproven } from './unproven.ts';

/** What `licet accept` writes into the trail of the policy that a person accepts. */
export const ACCEPTED = { evaluationId: 'accept', sessionId: PROJECT_SESSION, name: 'policy' } as const;

/** The reason of that record, which names the policy. */
export const acceptedReason = (digest: string): string => `accepted ${digest}`;

/**
 * Holds the accepted policy of a file against the trail: what a program writes among the pins has no record there. A trail without any such record
 * says nothing: it may begin after the policy was accepted.
 */
export async function unacceptedPolicy(reader: AuditReader, file: string): Promise<readonly Unproven[]> {
  const wanted = acceptedReasonOf(file);
  if (wanted === undefined) return [];
  let last: { readonly seq: number; readonly reason: string | undefined } | undefined;
  for await (const { seq, record } of readAll(reader, {}))
    if (record.type === 'fact' && record.name === ACCEPTED.name && record.evaluationId === ACCEPTED.evaluationId)
      last = { seq, reason: record.reason };
  if (last === undefined || last.reason === wanted) return [];
  const why = 'the accepted policy is not the one that this record names: run `licet accept`, which shows what it changes';
  return [{ seq: last.seq, why }];
}

/** What a record of the policy that is pinned now would say; undefined for one that is not pinned. A pin that cannot be read fits none. */
function acceptedReasonOf(file: string): string | undefined {
  try {
    const pin = readPin(file);
    return pin === undefined ? undefined : acceptedReason(digestOf(pin.files));
  } catch (error) {
    if (error instanceof PolicyError) return '';
    throw error;
  }
}
