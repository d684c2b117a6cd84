import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../support/freePort.ts';
import { launch } from './launch.ts';
import { lesserUser, programs } from './programs.ts';
import { answers, queries } from './server.ts';
import type { PostgresServer } from './server.ts';

/** A server that follows another one until it is promoted. */
export interface Standby {
  readonly uri: string;
  readonly query: PostgresServer['query'];
  /** Makes it the primary, and returns when it takes writes. */
  promote(): Promise<void>;
  release(): Promise<void>;
}

/** Copies a server and follows it by streaming replication. From then on the primary acknowledges what both have written. */
export async function standbyOf(primary: PostgresServer): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-standby-'));
  const [user, bin, port] = [lesserUser(), programs() ?? '', await freePort()];
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const run = (program: string, args: readonly string[]): void =>
    void execFileSync(join(bin, program), [...args], { ...user, cwd: folder, stdio: 'pipe' });
  const data = join(folder, 'data');
  run('pg_basebackup', ['-d', primary.uri, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const child = launch({ bin, folder, port, settings: [] });
  const uri = Object.assign(new URL(primary.uri), { port: String(port) }).href;
  await answers(uri, child, folder);
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query('select pg_reload_conf()');
  const isFollowed = async (): Promise<boolean> =>
    (await primary.query<{ readonly sync_state: string }>('select sync_state from pg_stat_replication')).some(
      ({ sync_state: state }) => state === 'sync',
    );
  while (!(await isFollowed())) await new Promise(resolve => setTimeout(resolve, 50));
  return {
    uri,
    query: queries(uri),
    promote: async () => run('pg_ctl', ['promote', '-w', '-D', data]),
    async release() {
      const ended = new Promise(resolve => child.once('close', resolve));
      child.stdin?.end('INT\n');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
