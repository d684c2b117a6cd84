import { InvariantError } from '@licet/core';

import type { LoadPostgres } from './driver.ts';
import { installedPostgres } from './driver.ts';

/** How {@link postgresState} reaches its database. */
export interface PostgresStateOptions {
  /**
   * The address: `postgres://user:password@host:5432/database`. What it leaves out is taken from where `pg` looks: `PGUSER`,
   * `PGPASSWORD`, a password file. TLS is asked for with `?sslmode=verify-full`, or with `ssl`.
   */
  readonly uri: string;
  /** The schema of the database that everything lies in: small letters, digits and `_`. @defaultValue 'licet' */
  readonly schema?: string;
  /** TLS, as `pg` takes it: `true`, or the options of a TLS socket. @defaultValue what the address says */
  readonly ssl?: boolean | Readonly<Record<string, unknown>>;
  /** How many connections this process holds at most. @defaultValue 8 */
  readonly maxConnections?: number;
  /** How long to wait for a connection, in milliseconds. @defaultValue 5000 */
  readonly connectTimeoutMs?: number;
  /** How long one statement may take, waiting for other processes included, in milliseconds. @defaultValue 10000 */
  readonly statementTimeoutMs?: number;
  /** Whether only to look: nothing is made, and the server refuses whatever would write. @defaultValue false */
  readonly readOnly?: boolean;
  /** Where the driver comes from. @defaultValue the installed `pg` */
  readonly driver?: LoadPostgres;
}

/** Options that have been looked at. */
export interface PostgresSettings {
  readonly schema: string;
  readonly load: LoadPostgres;
  readonly readOnly: boolean;
  /** Whom error messages name: without user and password. */
  readonly place: string;
  /** What the pool is made with. */
  readonly pool: Readonly<Record<string, unknown>>;
}

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** The server stops first, so that what it says is heard. */
const SERVER_FIRST_MS = 1_000;

/** How long a transaction may stand still at least: a process on a busy machine stalls, and that is no statement that takes long. */
const IDLE_MS = 10_000;

/** Checks options and fills in what they leave out. Throws an `InvariantError` for what cannot be meant; it never shows a password. */
export function settingsOf(options: PostgresStateOptions): PostgresSettings {
  const { uri, schema = 'licet', ssl, maxConnections = 8, driver = installedPostgres } = options;
  const { readOnly = false, connectTimeoutMs = 5_000, statementTimeoutMs = 10_000 } = options;
  if (!SCHEMA_NAME.test(schema) || schema.startsWith('pg_')) {
    const found = `found \`${schema}\``;
    throw new InvariantError('invalid_param', `expected \`schema\` to be small letters, digits and \`_\`, ${found}`);
  }
  for (const [name, value] of Object.entries({ maxConnections, connectTimeoutMs, statementTimeoutMs })) {
    if (!Number.isInteger(value) || value < 1)
      throw new InvariantError('invalid_param', `expected \`${name}\` to be a whole number from 1, found \`${value}\``);
  }
  return {
    schema,
    load: driver,
    readOnly,
    place: placeOf(uri),
    pool: {
      connectionString: uri,
      ...(ssl !== undefined && { ssl }),
      max: maxConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SERVER_FIRST_MS,
      idle_in_transaction_session_timeout: Math.max(statementTimeoutMs, IDLE_MS),
      application_name: 'licet',
      options: `-c default_transaction_isolation=read\\ committed${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
      keepAlive: true,
      allowExitOnIdle: true,
    },
  };
}

/** Returns host and database of an address. The rest of it may hold a password and appears in no message. */
function placeOf(uri: string): string {
  // Without a host the URL standard knows no user; PostgreSQL does.
  const text = String(uri).replace('@/', '@localhost/');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAddress = url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol) && !/[@:]/.test(url.pathname);
  if (!isAddress) {
    const wanted = '`postgres://user:password@host:5432/database`, with every special character of the password percent-encoded';
    throw new InvariantError('invalid_param', `expected \`uri\` to be an address like ${wanted}`);
  }
  const host = url.searchParams.get('host') ?? url.host;
  return `${host === '' ? 'localhost' : host}${url.pathname === '/' ? '' : url.pathname}`;
}
