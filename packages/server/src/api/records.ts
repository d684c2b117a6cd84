import type { AuditQuery, AuditReader, ChainedRecord } from '@licet/core/store';

import { RequestFault } from '../http/fault.ts';
import type { Call, Reply } from '../http/route.ts';
import { ownRecords, trailOf } from './events.ts';

const WORDS = ['session', 'ruling', 'guard', 'code', 'tool', 'kind', 'agent', 'machine', 'text'] as const;
const MOST_RECORDS = 1_000;

/** Answers with records of the trail: those that the query asks for, as far as the caller may see them. */
export async function recordsOf({ query, policy, origin }: Call): Promise<Reply> {
  const audit = trailOf(policy);
  const number = (name: string): number | undefined => {
    const given = query.get(name);
    if (given === null) return undefined;
    if (!/^\d{1,15}$/u.test(given)) throw new RequestFault('invalid_request', `expected a whole number in \`${name}\``);
    return Number(given);
  };
  const asked = Object.fromEntries(
    WORDS.flatMap(name => ((query.get(name) ?? '') === '' ? [] : [[name, query.get(name) as string] as const])),
  );
  const own = ownRecords(origin);
  if (own.machine !== undefined && (asked['machine'] ?? own.machine) !== own.machine)
    throw new RequestFault('forbidden', 'this token sees the records of one machine only: it does not have the right `fleet`');
  const words = { ...asked, ...own };
  const limit = Math.min(number('limit') ?? MOST_RECORDS, MOST_RECORDS);
  const [last, after] = [number('last'), number('after')];
  if (last !== undefined) return { body: { records: await newestOf(audit, words, { last, limit }) } };
  return { body: { records: await audit.read({ ...words, ...(after !== undefined && { after }), limit }) } };
}

/** How far the first look back goes, and how many times as far each next one. */
const [FIRST_LOOK, FARTHER] = [2_000, 8];

/** Returns the newest records that fit among the last ones of a trail, in the order of their numbers. It looks back only as far as it takes to find them. */
export async function newestOf(
  audit: AuditReader,
  query: AuditQuery,
  { last, limit }: { readonly last: number; readonly limit: number },
): Promise<readonly ChainedRecord[]> {
  const { seq } = await audit.head();
  const floor = Math.max(seq - last, 0);
  for (let reach = FIRST_LOOK; ; reach *= FARTHER) {
    const after = Math.max(seq - reach, floor);
    // So many records there are behind `after`: the limit leaves none of them out, also where some are written meanwhile.
    const found = await audit.read({ ...query, after, limit: seq - after + limit });
    if (found.length >= limit || after === floor) return limit === 0 ? [] : found.slice(-limit);
  }
}
