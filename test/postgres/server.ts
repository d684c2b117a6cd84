import { execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { hang, launch } from './launch.ts';
import { lesserUser, programs, whyNot } from './programs.ts';
import { freePort } from '../support/freePort.ts';

/** A PostgreSQL server that tests may use. */
export interface PostgresServer {
  /** The address of a database that the tests may do everything in. */
  readonly uri: string;
  /** Present for a server that the tests have started themselves. */
  readonly process?: {
    /** A folder that the server may read, and that is gone with it. */
    readonly folder: string;
    /** Ends the server, at once as a crash would or in good order, and keeps its data. */
    stop(how?: 'crash' | 'orderly'): Promise<void>;
    /** Starts it again on the same port, with more settings, or as a replica that waits for a primary. */
    start(settings?: readonly string[], options?: { readonly replica?: boolean }): Promise<void>;
    /** Makes every process of the server hang, or go on: it is there and does not answer. */
    signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  };
  /** Runs statements of the test's own. */
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  release(): Promise<void>;
}

/** Why no server can be had on this machine; undefined when one can. With `LICET_REQUIRE_POSTGRES=1` that is an error. */
export function missing(): string | undefined {
  const reason = whyNot();
  if (reason === undefined) return undefined;
  if (process.env['LICET_REQUIRE_POSTGRES'] === '1') throw new Error(`the tests of PostgreSQL are required: ${reason}`);
  console.warn(`skipping tests of PostgreSQL: ${reason}`);
  return reason;
}

/** The database that the environment names, or a new cluster on a free port of this machine that is gone with the tests. */
export async function postgresServer(): Promise<PostgresServer> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) return { uri: given, query: queries(given), release: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'licet-postgres-'));
  const bin = programs() ?? '';
  const password = initialised(folder, bin);
  const port = await freePort();
  const uri = `postgres://licet:${password}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  const start = async (settings: readonly string[] = [], { replica = false } = {}): Promise<void> => {
    const mark = join(folder, 'data', 'standby.signal');
    if (replica) writeFileSync(mark, '');
    else rmSync(mark, { force: true });
    child = launch({ bin, folder, port, settings });
    await answers(uri, child, folder);
  };
  const stop = async (how: 'crash' | 'orderly' = 'orderly'): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise(resolve => running.once('close', resolve));
    running.stdin?.end(how === 'crash' ? 'QUIT\n' : 'INT\n');
    await ended;
  };
  await start();
  const release = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { uri, process: { folder, start, stop, signal: name => hang(folder, name) }, query: queries(uri), release };
}

/** Makes a cluster and returns its password. Only this process can know it. */
function initialised(folder: string, bin: string): string {
  const user = lesserUser();
  const password = randomBytes(12).toString('hex');
  const file = join(folder, 'password');
  writeFileSync(file, password, { mode: 0o600 });
  for (const path of user === undefined ? [] : [folder, file]) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  const access = ['-U', 'licet', '-A', 'scram-sha-256', '--pwfile', file];
  const args = ['-D', join(folder, 'data'), ...access, '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(bin, 'initdb'), args, { ...user, cwd: folder, stdio: 'pipe' });
  return password;
}

/** Makes what runs statements at an address, each on a connection of its own. */
export function queries(uri: string): PostgresServer['query'] {
  return async <Row>(sql: string, params: readonly unknown[] = []) => {
    const client = new Client({ connectionString: uri });
    await client.connect();
    try {
      return (await client.query(sql, params.length === 0 ? undefined : [...params])).rows as Row[];
    } finally {
      await client.end();
    }
  };
}

/** Resolves when a server that was started answers. */
export async function answers(uri: string, child: ChildProcess, folder: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: uri });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      if (child.exitCode !== null)
        throw new Error(`the server ended: ${readFileSync(join(folder, 'log'), 'utf8').slice(-2_000)}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
