import { AsyncLocalStorage } from 'node:async_hooks';

import { databaseClock } from './clock.ts';
import type { LoadPostgres, PostgresClient, PostgresDriver, PostgresPool } from './driver.ts';
import { isContention, isMoved, isUsable, readsOnly, stateFailure } from './failure.ts';
import type { Run } from './schema.ts';
import { SCHEMA_VERSION, createSchema, refuseForeign, refuseOther, schemaVersion } from './schema.ts';

/** Options that have been looked at. */
export interface PostgresSettings {
  readonly schema: string;
  readonly load: LoadPostgres;
  readonly readOnly: boolean;
  /** Whom error messages name: without user and password. */
  readonly place: string;
  /** The servers, in the order in which they are tried. */
  readonly addresses: readonly string[];
  /** Whether a server that takes no writes is passed over. */
  readonly needsPrimary: boolean;
  /** What the pool is made with, but for the address. */
  readonly pool: Readonly<Record<string, unknown>>;
}

/** Does a step where a transaction ends: at once, or behind all others that came into the same one. */
export type LastSteps = (step: () => Promise<void>) => Promise<void>;

/** A transaction that several share. */
interface Shared {
  readonly run: Run;
  readonly last: (() => Promise<void>)[];
}

/** A pool that opens when it is first used, and connects again after the server was away. */
export interface Connection {
  readonly schema: string;
  /** Returns the time of the database, as far as it was measured. */
  readonly now: () => number;
  /** Connects, and measures the time of the database. Rejects with a `GovernanceError` of code `store_unavailable`. */
  measure(): Promise<void>;
  /** Runs one statement, as a separate transaction. Rejects with a `GovernanceError` of code `store_unavailable`. */
  readonly run: Run;
  /** Runs statements in one transaction: all of them happen, or none. Each sees what others have committed before it. */
  transact<T>(work: (run: Run, last: LastSteps) => Promise<T>): Promise<T>;
  /** Makes one transaction of all statements and transactions that some work does here. It is done once, whatever it conflicts with. */
  atOnce(work: () => Promise<void>): Promise<void>;
  /** Runs statements that only read, and see the state of one moment. */
  snapshot<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** Whether there is a state of this version. A connection that only looks does not make one. */
  isMade(): Promise<boolean>;
  close(): Promise<void>;
}

const BEGIN = 'begin isolation level read committed';
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 5;

/** The pool of a connection, at the server that it was found on. */
interface CurrentPool {
  /** Returns it; opens it where there is none. */
  get(): Promise<PostgresPool>;
  /** Gives a pool up that failed, where there are other servers: the next use looks for the primary from the first address on. */
  leave(left: Promise<PostgresPool>): void;
  close(): Promise<void>;
}

function currentPool(settings: PostgresSettings, onLeave: () => void): CurrentPool {
  let opened: Promise<PostgresPool> | undefined;
  return {
    get() {
      const opening = (opened ??= open(settings));
      opening.catch(() => {
        if (opened === opening) opened = undefined;
      });
      return opening;
    },
    leave(left) {
      if (settings.addresses.length === 1 || opened !== left) return;
      opened = undefined;
      onLeave();
      void left.then(each => each.end()).catch(nothing);
    },
    async close() {
      const closing = opened;
      opened = undefined;
      await closing?.then(each => each.end());
    },
  };
}

/** Makes a connection. Nothing is contacted yet. */
export function connect(settings: PostgresSettings): Connection {
  const clock = databaseClock();
  const pool = currentPool(settings, () => clock.renew());
  const use: Use = async (work, attempts = ATTEMPTS) => {
    const asked = performance.now();
    for (let attempt = 1; ; attempt++) {
      const used = pool.get();
      try {
        return await lend(await used, async client => {
          await clock.check(client, asked);
          return work(client);
        });
      } catch (cause) {
        if (isMoved(cause)) pool.leave(used);
        if (!isContention(cause) || attempt >= attempts) throw stateFailure(cause, settings.place);
        await new Promise(resolve => setTimeout(resolve, FIRST_WAIT_MS * 2 ** attempt * Math.random()));
      }
    }
  };
  return Object.freeze<Connection>({
    schema: settings.schema,
    now: () => clock.now(),
    measure: () => use(async () => undefined),
    ...transactions(use, settings.schema),
    snapshot: work => use(client => inTransaction(client, BEGIN_SNAPSHOT, settings.schema, work)),
    isMade: () => use(async client => (await schemaVersion(runOn(client, settings.schema))) === SCHEMA_VERSION),
    close: () => pool.close(),
  });
}

/** Lends a connection to some work, and tries again where others were in its way. */
type Use = <T>(work: (client: PostgresClient) => Promise<T>, attempts?: number) => Promise<T>;

/** Statements and transactions: each is a transaction itself, or part of the one that is made of some work. */
function transactions(use: Use, schema: string): Pick<Connection, 'run' | 'transact' | 'atOnce'> {
  const shared = new AsyncLocalStorage<Shared>();
  return {
    run: (sql, params) => {
      const within = shared.getStore();
      return within === undefined ? use(client => runOn(client, schema)(sql, params)) : within.run(sql, params);
    },
    transact(work) {
      const within = shared.getStore();
      if (within === undefined) return use(client => inTransaction(client, BEGIN, schema, run => work(run, immediately)));
      return work(within.run, async step => void within.last.push(step));
    },
    atOnce: work =>
      use(
        client =>
          inTransaction(client, BEGIN, schema, async run => {
            const last: Shared['last'] = [];
            await shared.run({ run, last }, work);
            for (const step of last) await step();
          }),
        1,
      ),
  };
}

const immediately: LastSteps = step => step();

/** Opens a pool at the first server that can be used. Throws what was wrong with the last one. */
async function open(settings: PostgresSettings): Promise<PostgresPool> {
  const driver = await settings.load();
  let failure: unknown;
  for (const address of settings.addresses) {
    try {
      return await openAt(address, driver, settings);
    } catch (error) {
      if (!isMoved(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Opens a pool at a server, and looks once at what lies in the database. */
async function openAt(address: string, { Pool }: PostgresDriver, settings: PostgresSettings): Promise<PostgresPool> {
  const { pool: config, schema, readOnly, needsPrimary } = settings;
  const pool = new Pool({ ...config, connectionString: address });
  pool.on('error', nothing);
  pool.on('connect', client => void client.on('error', nothing));
  try {
    if (needsPrimary && (await lend(pool, isReadOnly))) throw readsOnly();
    const found = await lend(pool, client => schemaVersion(runOn(client, schema)));
    refuseOther(found, schema);
    if (found === 0 && !readOnly)
      await lend(pool, client => inTransaction(client, BEGIN, schema, run => createSchema(run, schema)));
    await lend(pool, client => refuseForeign(runOn(client, schema), schema));
    return pool;
  } catch (error) {
    pool.end().catch(nothing);
    throw error;
  }
}

/** Tells whether a server takes no writes: a standby, or one that was made to refuse them. What this connection refuses itself does not count. */
async function isReadOnly(client: PostgresClient): Promise<boolean> {
  const sql = `select pg_is_in_recovery() or (select reset_val = 'on' and source <> 'client' from pg_settings where name = 'default_transaction_read_only') as yes`;
  const [row] = (await client.query(sql)).rows as readonly { readonly yes?: unknown }[];
  return row?.yes !== false;
}

/** Lends a connection. One that broke is thrown away, and with it whatever it had begun. */
async function lend<T>(pool: PostgresPool, work: (client: PostgresClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (!isUsable(error)) fault = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(fault);
  }
}

async function inTransaction<T>(
  client: PostgresClient,
  begin: string,
  schema: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  await client.query(begin);
  let result: T;
  try {
    result = await work(runOn(client, schema));
  } catch (error) {
    if (isUsable(error)) await client.query('rollback');
    throw error;
  }
  const { command } = await client.query('commit');
  if (command === 'ROLLBACK') throw new Error('the server took the transaction back');
  return result;
}

/** The name of the schema was checked when the options were; everything else in a statement is a parameter. */
function runOn(client: PostgresClient, schema: string): Run {
  return async <Row>(sql: string, params?: readonly unknown[]) => {
    const own =
      schema === 'licet'
        ? sql
        : sql.replace(/\blicet\.(?=[a-z])|"licet"/g, part => (part === '"licet"' ? `"${schema}"` : `"${schema}".`));
    return (await client.query(own, params)).rows as readonly Row[];
  };
}

/**
 * A connection that breaks is the pool's to replace; its user gets the error from the statement. It is listened to from
 * its first moment to its last: a break in the very message that opens it, or while it is thrown away, must not end the process.
 */
function nothing(): void {}
