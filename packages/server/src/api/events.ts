import { setTimeout as sleep } from 'node:timers/promises';

import type { AuditQuery, ChainedRecord } from '@licet/core/store';

import type { Origin } from '../access.ts';
import { RequestFault } from '../http/fault.ts';
import type { Stream } from '../http/route.ts';
import type { ServedPolicy } from '../servedPolicy.ts';

/** How often the trail is looked at while somebody listens, and how often a silent stream says that it lives. */
const LOOK_MS = 100;
const BEAT_MS = 10_000;
/** How many records are sent at once, and how many of the past a new listener gets at most. */
const MOST_AT_ONCE = 500;
const MOST_OF_PAST = 10_000;

/**
 * Sends the records of the trail as they are written, by whichever process, as server-sent events. `after` says from which
 * number on, `last` how many of the past; with the header `Last-Event-ID` it goes on where it broke off.
 */
export async function streamEvents({ query, header, use, write, signal, origin }: Stream): Promise<void> {
  let after = await use(async policy => {
    const { seq } = await trailOf(policy).head();
    const given = header('last-event-id') ?? query.get('after');
    const past = given === undefined || given === null ? seq - wholeNumber(query.get('last') ?? '0') : wholeNumber(given);
    return Math.max(past, seq - MOST_OF_PAST, 0);
  });
  const wanted = ownRecords(origin);
  await write(': the trail as it is written\n\n');
  let beat = Date.now();
  while (!signal.aborted) {
    const records = await use(async ({ audit }) => (await audit?.read({ ...wanted, after, limit: MOST_AT_ONCE })) ?? []);
    for (const record of records) after = record.seq;
    if (records.length > 0) {
      await write(records.map(eventText).join(''));
      beat = Date.now();
    } else if (Date.now() - beat > BEAT_MS) {
      await write(': here\n\n');
      beat = Date.now();
    }
    if (records.length < MOST_AT_ONCE) await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

const eventText = (record: ChainedRecord): string => `id: ${record.seq}\ndata: ${JSON.stringify(record)}\n\n`;

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/u.test(text)) throw new RequestFault('invalid_request', 'expected the number of a record');
  return Number(text);
}

/** What a caller that may see one machine only reads of a trail. */
export const ownRecords = ({ onlyMachine }: Origin): Pick<AuditQuery, 'machine'> =>
  onlyMachine === undefined ? {} : { machine: onlyMachine };

/** The trail of a policy. Throws a {@link RequestFault} where there is none to read. */
export function trailOf({ audit }: ServedPolicy): NonNullable<ServedPolicy['audit']> {
  if (audit === undefined) throw new RequestFault('not_found', 'the policy keeps no trail that other processes could read');
  return audit;
}
