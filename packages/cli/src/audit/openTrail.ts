import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { linesReader } from '@licet/adapters/lines';
import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { AuditQuery, AuditReader, ChainedRecord } from '@licet/core/store';
import { readAll } from '@licet/core/store';
import { memoryAudit } from '@licet/core';

import { UsageError, STDIN } from '@licet/core/command';
import type { KeptPolicy } from '../policy/cache.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { policiesKeeping } from '../policy/readPolicy.ts';
import { storesBelow } from '../policy/stores.ts';
import { unprovenState } from './unproven.ts';
import type { Unproven } from './unproven.ts';

/** Which trail a command reads. */
export interface TrailChoice {
  /** The policy whose trail it is; the nearest one when it is absent. */
  readonly policy?: string;
  /** The trail's own file, without any policy: a SQLite file, or exported lines; `-` for lines on standard input. */
  readonly trail?: string;
}

/** A trail that is ready to be read. */
export interface OpenedTrail {
  readonly reader: AuditReader;
  /** Where it is, in words. */
  readonly name: string;
  /** The policy that keeps it, where one was read. */
  readonly policy?: KeptPolicy;
  /** Finds records of a person's word in the state of the policy that the trail does not have. */
  readonly state?: (now: number) => Promise<readonly Unproven[]>;
}

/** Opens the trail that was named, or that of the policy. Nothing is made where there is none. */
export async function openTrail({ policy, trail }: TrailChoice, from: string = process.cwd()): Promise<OpenedTrail> {
  if (trail !== undefined) {
    if (policy !== undefined) throw new UsageError('`--policy` and `--trail` exclude each other');
    if (trail === STDIN) return { name: 'standard input', reader: linesReader(spool()) };
    const file = resolve(from, trail);
    if (!existsSync(file)) throw new UsageError(`there is no trail \`${file}\`: name the file that holds one`);
    const isState = /\.(?:db|sqlite3?)$/i.test(file);
    return {
      name: file,
      reader: isState ? sqliteState(file, { open: installedSqlite, readOnly: true }).audit : linesReader(file),
    };
  }
  const found = await policiesKeeping(policy, from);
  return { policy: found.kept, ...(await trailOf(found)) };
}

const POLL_MS = 300;

/** The records that are asked for, and then those that come. Never ends by itself. */
export async function* following(reader: AuditReader, query: AuditQuery): AsyncGenerator<ChainedRecord> {
  for (let { after = 0 } = query; ; await sleep(POLL_MS)) {
    for await (const record of readAll(reader, { ...query, after })) {
      after = record.seq;
      yield record;
    }
  }
}

/** A trail is read more than once: what comes on standard input is put into a temporary file that goes with the process. */
function spool(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-trail-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'trail.jsonl');
  writeFileSync(file, readFileSync(0), { mode: 0o600 });
  return file;
}

async function trailOf(policies: NearestPolicy): Promise<Omit<OpenedTrail, 'policy'>> {
  const stores = storesBelow(policies, dirname(policies.file), { writes: false });
  const { store, file = store, isPrivate } = stores.place('audit');
  const found = await stores.store('audit');
  if (found === undefined)
    throw new UsageError(`the policy keeps no audit trail (\`store: ${store}\`, ${isPrivate}); name one with \`--trail FILE\``);
  const reader = async (): Promise<AuditReader> => ((await found.exists()) ? found.audit : memoryAudit());
  const state = async (now: number): Promise<readonly Unproven[]> => {
    const kept = await Promise.all([stores.store('sessions'), stores.store('approvals')]);
    const places = [...new Set(kept.filter(each => each !== undefined))];
    return (await Promise.all(places.map(async each => unprovenState(each, now)))).flat();
  };
  return {
    name: file,
    state,
    reader: {
      read: async query => (await reader()).read(query),
      head: async () => (await reader()).head(),
      verify: async (...anchors) => (await reader()).verify(...anchors),
    },
  };
}
