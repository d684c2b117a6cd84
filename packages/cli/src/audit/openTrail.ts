import { hash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { jsonlReader } from '@licet/adapters/jsonl';
import { sqliteState } from '@licet/adapters/sqlite';
import type { AuditReader, AuditSettings } from '@licet/core';
import { memoryAudit } from '@licet/core';

import { UsageError } from '../exit.ts';
import type { KeptPolicy } from '../policy/cache.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { openPostgres } from '../policy/openPostgres.ts';
import { TRAIL_FILE } from '../policy/openTrail.ts';
import { readPolicy } from '../policy/readPolicy.ts';

/** Which trail a command reads. */
export interface TrailChoice {
  /** The policy whose trail it is; the nearest one when it is absent. */
  readonly policy?: string;
  /** The trail's own file, without any policy: lines, or a SQLite file. */
  readonly trail?: string;
}

/** A trail that is ready to be read. */
export interface OpenedTrail {
  readonly reader: AuditReader;
  /** Where it is, in words. */
  readonly name: string;
  /** The policy that keeps it, where one was read. */
  readonly policy?: KeptPolicy;
}

/** Opens the trail that was named, or that of the policy. Nothing is made where there is none. */
export async function openTrail({ policy, trail }: TrailChoice, from: string): Promise<OpenedTrail> {
  if (trail !== undefined) {
    if (policy !== undefined) throw new UsageError('`--policy` and `--trail` exclude each other');
    const file = resolve(from, trail);
    if (!existsSync(file)) throw new UsageError(`there is no trail \`${file}\`: name the file that holds one`);
    return { name: file, reader: fileReader(file, /\.(?:db|sqlite3?)$/i.test(file)) };
  }
  const file = findPolicy(policy, from);
  const kept = await readPolicy(file, false);
  return { policy: kept, ...(await settingsTrail(kept.compiled.settings.audit ?? { store: 'jsonl' }, dirname(file))) };
}

async function settingsTrail(setting: AuditSettings, root: string): Promise<Omit<OpenedTrail, 'policy'>> {
  const { store, path } = setting;
  if (store === 'none' || store === 'memory')
    throw new UsageError(`the policy keeps no audit trail (\`store: ${store}\`); name one with \`--trail FILE\``);
  if (store === 'postgres') {
    const { audit, isMade } = await openPostgres(setting, { readOnly: true });
    return { name: 'postgres', reader: (await isMade()) ? audit : EMPTY };
  }
  const file = resolve(root, path ?? (store === 'sqlite' ? join('.licet', 'state.db') : TRAIL_FILE));
  return { name: file, reader: fileReader(file, store === 'sqlite') };
}

const EMPTY: AuditReader = memoryAudit();

/** Reading must not make a file: a trail that does not exist is empty. */
function fileReader(file: string, isSqlite: boolean): AuditReader {
  if (!isSqlite) return jsonlReader(file, { hash: text => hash('sha256', text) });
  const { audit } = sqliteState(file, { readOnly: true });
  const reader = (): AuditReader => ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0 ? audit : EMPTY);
  return {
    read: query => reader().read(query),
    head: () => reader().head(),
    verify: (...anchors) => reader().verify(...anchors),
  };
}
