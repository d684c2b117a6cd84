import { systemClock } from '@licet/core';
import { LATE, timely } from '@licet/core/store';
import { EpistemicError, graphClosed } from '@licet/epistemic/store';
import type { EpistemicErrorCode } from '@licet/epistemic/store';
import type { Driver, ManagedTransaction } from 'neo4j-driver';
import { prepareSchema } from './schema.ts';
import type { Row, Run } from './schema.ts';

const CODES: readonly (readonly [pattern: RegExp, code: EpistemicErrorCode, what: string])[] = [
  [
    /Security\.(?:Unauthorized|Authentication|CredentialsExpired|TokenExpired)/,
    'graph_unavailable',
    'credentials that the server accepts',
  ],
  [/DatabaseNotFound|DatabaseUnavailable/, 'graph_unavailable', 'a database that exists and is online'],
  [/ReadOnly|WriteOnReadOnly|NotALeader|Security\.Forbidden|AccessMode/, 'graph_read_only', 'a database that may be written'],
  [/ConstraintValidationFailed/, 'graph_corrupt', 'data that fits the constraints of the graph'],
  [
    /ServiceUnavailable|SessionExpired|TransientError|ConnectionTimeout|pool|Terminated|Timed?Out/i,
    'graph_unavailable',
    'a server that answers',
  ],
  [/^Neo\./, 'graph_unavailable', 'a server that can do this'],
];

/** Says in our words what the driver threw; errors of our own pass through. The driver's error is the cause, never the password. */
function neo4jFault(error: unknown, uri: string): unknown {
  if (error instanceof EpistemicError) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof code === 'string' ? code : '';
  const known = CODES.find(([pattern]) => pattern.test(text) || (text === 'N/A' && pattern.test(String(message))));
  const [, ours, wanted] = known ?? [undefined, 'graph_unavailable' as const, 'a server that answers'];
  return new EpistemicError(ours, `expected ${wanted} at \`${uri}\`, found: ${String(message)} (${text || 'no code'})`, {
    cause: error,
  });
}

/** Where a Neo4j graph lives and how it is reached. */
export interface Neo4jGraphOptions {
  /** `bolt://…` for one server, `neo4j://…` for a cluster: reads and writes then go where they belong. */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** @defaultValue the server's default database */
  readonly database?: string;
  /** Refuse every write; the graph must exist. @defaultValue false */
  readonly readOnly?: boolean;
  /** How long one operation may take, retries and reconnecting included, in milliseconds. @defaultValue 5000 */
  readonly timeoutMs?: number;
}

/** A connection that opens when it is first used, and again after the server was away. */
export interface Connection {
  read<T>(work: (run: Run) => Promise<T>): Promise<T>;
  write<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /**
   * Reads what must not change meanwhile. `quick` gives up with undefined when it does; `locked` then runs where it may
   * keep every writer out, which changes nothing and is allowed to a connection for reading too. Where the server grants
   * no lock to this user, `quick` is tried again until the time is up.
   */
  load<T>(quick: (run: Run) => Promise<T | undefined>, locked: (run: Run) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Makes a connection; nothing is contacted yet. Every transaction is managed: the driver retries what may pass. `prepare`
 * runs once, before the first use.
 */
export function connect(options: Neo4jGraphOptions, prepare: typeof prepareSchema = prepareSchema): Connection {
  const { uri, timeoutMs = 5000, readOnly = false } = options;
  let driver: Promise<Driver> | undefined;
  let prepared: Promise<void> | undefined;
  let isClosed = false;
  const transact = async <T>(mode: Mode, work: (run: Run) => Promise<T>, call?: Call): Promise<T> => {
    driver ??= openDriver(options, timeoutMs);
    const session = (await driver).session(options.database === undefined ? {} : { database: options.database });
    try {
      const settings = { timeout: timeoutMs };
      const body = async (tx: ManagedTransaction): Promise<T> => {
        const result = await work(runner(tx, call));
        stopLate(call);
        return result;
      };
      return await (mode === 'read' ? session.executeRead(body, settings) : session.executeWrite(body, settings));
    } finally {
      await session.close();
    }
  };
  const ready = async (): Promise<void> => {
    prepared ??= prepare(transact, readOnly, uri);
    try {
      await prepared;
    } catch (error) {
      prepared = undefined;
      throw error;
    }
  };
  const operate = async <T>(mode: Mode, steps: (begin: Begin) => Promise<T>): Promise<T> => {
    if (isClosed) throw graphClosed('neo4j');
    if (mode === 'write' && readOnly)
      throw new EpistemicError('graph_read_only', `expected a writable graph at \`${uri}\`, found one opened for reading`);
    try {
      const call: Call = { mode, uri, timeoutMs, isOver: false };
      return await withDeadline(
        ready().then(async () => steps(async (each, work) => transact(each, work, call))),
        call,
      );
    } catch (error) {
      throw neo4jFault(error, uri);
    }
  };
  return {
    read: async work => operate('read', async begin => begin('read', work)),
    write: async work => operate('write', async begin => begin('write', work)),
    load: async (quick, locked) => operate('read', async begin => loaded(begin, quick, locked, uri)),
    async close() {
      isClosed = true;
      const opened = driver;
      driver = undefined;
      if (opened !== undefined) await opened.then(async each => each.close());
    },
  };
}

type Mode = 'read' | 'write';

/** Runs one managed transaction of an operation. */
type Begin = <T>(mode: Mode, work: (run: Run) => Promise<T>) => Promise<T>;

async function loaded<T>(
  begin: Begin,
  quick: (run: Run) => Promise<T | undefined>,
  locked: (run: Run) => Promise<T>,
  uri: string,
): Promise<T> {
  const first = await begin('read', quick);
  if (first !== undefined) return first;
  try {
    return await begin('write', locked);
  } catch (error) {
    if ((neo4jFault(error, uri) as { readonly code?: unknown }).code !== 'graph_read_only') throw error;
  }
  for (;;) {
    const again = await begin('read', quick);
    if (again !== undefined) return again;
  }
}

/** One operation as its caller sees it. Once its caller was told that it failed, it must not go on to succeed. */
interface Call {
  readonly mode: Mode;
  readonly uri: string;
  readonly timeoutMs: number;
  isOver: boolean;
}

function runner(tx: ManagedTransaction, call: Call | undefined): Run {
  return async (cypher, parameters) => {
    stopLate(call);
    return (await tx.run(cypher, parameters)).records.map(record => record.toObject() as Row);
  };
}

function stopLate(call: Call | undefined): void {
  if (call?.isOver === true) throw lateFault(call);
}

function lateFault({ mode, uri, timeoutMs }: Call): EpistemicError {
  const doubt = mode === 'write' ? ': look before you write again, the change may have been made' : '';
  return new EpistemicError('graph_unavailable', `expected an answer from \`${uri}\` within ${timeoutMs} ms, found none${doubt}`);
}

async function openDriver({ uri, user, password }: Neo4jGraphOptions, timeoutMs: number): Promise<Driver> {
  const neo4j = await import('neo4j-driver').catch((cause: unknown) => {
    throw new EpistemicError('graph_unavailable', 'expected the package `neo4j-driver` to be installed, found none', { cause });
  });
  return neo4j.default.driver(uri, neo4j.default.auth.basic(user, password), {
    disableLosslessIntegers: true,
    connectionTimeout: timeoutMs,
    connectionAcquisitionTimeout: timeoutMs,
    maxTransactionRetryTime: timeoutMs,
    telemetryDisabled: true,
  });
}

async function withDeadline<T>(work: Promise<T>, call: Call): Promise<T> {
  const answer = await timely(() => work, call.timeoutMs, systemClock, undefined, call.mode === 'write');
  if (answer !== LATE) return answer;
  call.isOver = true;
  throw lateFault(call);
}
