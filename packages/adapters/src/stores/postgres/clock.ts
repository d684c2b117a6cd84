import { GovernanceError } from '@licet/core';

import type { PostgresClient } from './driver.ts';

/** The time of a database, in milliseconds since the epoch. All machines that share the database agree on it. */
export interface DatabaseClock {
  /** Returns it: that of the machine before it was first measured. A step of the machine's clock does not change it afterwards. */
  now(): number;
  /**
   * Measures it where it was not measured lately, or the clock of the machine made a step. `asked` is when the use began, by `performance.now()`. Throws a
   * `GovernanceError` where callers may have been told another time before: what they decided with it must not count.
   */
  check(client: PostgresClient, asked: number): Promise<void>;
  /** Has it measured at the next check: another server answers from now on. */
  renew(): void;
}

/** How long a measurement is good for. A clock that drifts a lot is wrong by a few milliseconds then. */
const FRESH_MS = 60_000;

/** How far two clocks may differ before it matters. Reservations and windows last for seconds at least. */
const MOST_APART_MS = 1_000;

/** How long a call may have known the time before it first uses the database. */
const GRACE_MS = 1_000;

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now';

/** What was measured: the time of the database, and what the two clocks of the machine said then. */
interface Measured {
  readonly now: number;
  readonly elapsed: number;
  readonly local: number;
}

/** Makes the clock of a database. It measures nothing yet. */
export function databaseClock(): DatabaseClock {
  let measured: Measured | undefined;
  let isRead = false;
  let jumped = Number.NEGATIVE_INFINITY;
  let isOther = false;
  const current = (): number => (measured === undefined ? Date.now() : measured.now + performance.now() - measured.elapsed);
  const isFresh = (): boolean => {
    if (measured === undefined || isOther) return false;
    const passed = performance.now() - measured.elapsed;
    return passed < FRESH_MS && Math.abs(Date.now() - measured.local - passed) < MOST_APART_MS;
  };
  return {
    now() {
      isRead = true;
      return current();
    },
    async check(client, asked) {
      if (!isFresh()) {
        const found = await measure(client);
        if (isRead && Math.abs(found.now - found.elapsed - (current() - performance.now())) > MOST_APART_MS)
          jumped = performance.now();
        measured = found;
        isOther = false;
      }
      if (asked < jumped + GRACE_MS) throw changed();
    },
    renew() {
      isOther = true;
    },
  };
}

async function measure(client: PostgresClient): Promise<Measured> {
  const before = performance.now();
  const [row] = (await client.query(NOW)).rows as readonly { readonly now?: unknown }[];
  const elapsed = performance.now();
  // The server read its clock while it was asked: half of the way back then.
  const now = typeof row?.now === 'number' ? row.now + (elapsed - before) / 2 : Number.NaN;
  if (!Number.isFinite(now)) throw new GovernanceError('store_unavailable', 'the database does not say what time it is');
  return { now, elapsed, local: Date.now() };
}

const changed = (): GovernanceError =>
  new GovernanceError(
    'store_unavailable',
    'the clock of this machine differs from that of the database, which counts and was just read: make the call again',
  );
