import { EpistemicError } from '@licet/epistemic/store';
import { inTransaction, useLog } from '../driver.ts';
import type { Database } from './driver.ts';

/** The layout this code reads and writes. A file with another one is refused. */
export const SCHEMA_VERSION = 3;

const tables = `
  CREATE TABLE IF NOT EXISTS concept_meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS concept_primitives (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    mask INTEGER NOT NULL,
    edges BLOB NOT NULL,
    memory BLOB NOT NULL
  );
  CREATE TABLE IF NOT EXISTS concept_contents (
    key INTEGER PRIMARY KEY REFERENCES concept_primitives (key) ON DELETE CASCADE,
    depths TEXT NOT NULL,
    provenance TEXT NOT NULL,
    metrics TEXT,
    revision INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS concept_relata (
    source INTEGER NOT NULL REFERENCES concept_primitives (key) ON DELETE CASCADE,
    info INTEGER NOT NULL,
    target INTEGER NOT NULL REFERENCES concept_primitives (key) ON DELETE CASCADE,
    data TEXT,
    PRIMARY KEY (source, info, target)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS concept_relata_target ON concept_relata (target);
  CREATE TABLE IF NOT EXISTS concept_aliases (
    folded TEXT PRIMARY KEY,
    target INTEGER NOT NULL REFERENCES concept_primitives (key) ON DELETE CASCADE
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS concept_proposals (id TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
  INSERT OR IGNORE INTO concept_meta VALUES ('schema', ${SCHEMA_VERSION}), ('version', 0);
`;

/**
 * Makes the tables of a new file and checks those of an old one. `relata.info` is the packed edge of the snapshot;
 * `relata.data` holds what differs from the default (no metadata, no policies, the provenance of the depth).
 * `primitives` is narrow, for grounding: its `edges` repeat what `relata` says, packed, and change with it in one transaction.
 * So does its `memory`, which repeats the times of the provenance and the counters.
 */
export function prepareSchema(database: Database, path: string, readOnly: boolean): void {
  database.exec('PRAGMA foreign_keys = ON');
  if (!readOnly) {
    useLog(database);
    database.exec('PRAGMA synchronous = NORMAL');
    if (schemaOf(database) === undefined) inTransaction(database.exec, 'begin immediate', () => database.exec(tables));
  }
  const found = schemaOf(database);
  if (found === undefined) throw new EpistemicError('graph_corrupt', `expected a concept graph in \`${path}\`, found none`);
  if (found !== SCHEMA_VERSION) {
    throw new EpistemicError('schema_version', `expected schema version ${SCHEMA_VERSION} in \`${path}\`, found ${found}`);
  }
}

function schemaOf(database: Database): number | undefined {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'concept_meta'").get();
  if (table === undefined) return undefined;
  return database.prepare("SELECT value FROM concept_meta WHERE name = 'schema'").pluck().get() as number | undefined;
}
