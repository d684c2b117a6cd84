import type { ChainedRecord } from '@licet/core/store';

import type { Stream } from '../http/route.ts';
import { RequestFault } from '../http/fault.ts';

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
export async function streamEvents({ query, header, use, write, signal }: Stream): Promise<void> {
  let after = await use(async ({ audit }) => {
    if (audit === undefined) throw new RequestFault('not_found', 'the policy keeps no trail that other processes could read');
    const { seq } = await audit.head();
    const given = header('last-event-id') ?? query.get('after');
    const past = given === undefined || given === null ? seq - wholeNumber(query.get('last') ?? '0') : wholeNumber(given);
    return Math.max(past, seq - MOST_OF_PAST, 0);
  });
  await write(': the trail as it is written\n\n');
  let beat = Date.now();
  while (!signal.aborted) {
    const records = await use(async ({ audit }) => (await audit?.read({ after, limit: MOST_AT_ONCE })) ?? []);
    for (const record of records) after = record.seq;
    if (records.length > 0) {
      await write(records.map(eventText).join(''));
      beat = Date.now();
    } else if (Date.now() - beat > BEAT_MS) {
      await write(': here\n\n');
      beat = Date.now();
    }
    if (records.length < MOST_AT_ONCE) await pause(signal);
  }
}

const eventText = (record: ChainedRecord): string => `id: ${record.seq}\ndata: ${JSON.stringify(record)}\n\n`;

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/u.test(text)) throw new RequestFault('invalid_request', 'expected the number of a record');
  return Number(text);
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, LOOK_MS);
    signal.addEventListener('abort', end, { once: true });
  });
