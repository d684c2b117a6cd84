import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { jsonlReader } from '@licet/adapters/jsonl';
import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { AuditReader, PolicySettings } from '@licet/core';
import { memoryAudit } from '@licet/core';

import { UsageError } from '../exit.ts';
import { hasContent } from '../hasContent.ts';
import type { KeptPolicy } from '../policy/cache.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { openPostgres } from '../policy/openPostgres.ts';
import { readPolicy } from '../policy/readPolicy.ts';
import { recordedIn, trailFile } from '../policy/statePlaces.ts';

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
  return { policy: kept, ...(await settingsTrail(kept.compiled.settings, dirname(file))) };
}

async function settingsTrail(settings: PolicySettings, root: string): Promise<Omit<OpenedTrail, 'policy'>> {
  const store = recordedIn(settings);
  if (store === 'none' || store === 'memory')
    throw new UsageError(`the policy keeps no audit trail (\`store: ${store}\`); name one with \`--trail FILE\``);
  if (store === 'postgres') {
    const { audit, isMade } = await openPostgres({ ...settings.audit, store }, { readOnly: true });
    return { name: 'postgres', reader: (await isMade()) ? audit : EMPTY };
  }
  const file = resolve(root, trailFile(settings));
  return { name: file, reader: fileReader(file, store === 'sqlite') };
}

const EMPTY: AuditReader = memoryAudit();

/** Reading must not make a file: a trail that does not exist is empty. */
function fileReader(file: string, isSqlite: boolean): AuditReader {
  if (!isSqlite) return jsonlReader(file);
  const { audit } = sqliteState(file, { open: builtinSqlite, readOnly: true });
  const reader = (): AuditReader => (hasContent(file) ? audit : EMPTY);
  return {
    read: query => reader().read(query),
    head: () => reader().head(),
    verify: (...anchors) => reader().verify(...anchors),
  };
}
