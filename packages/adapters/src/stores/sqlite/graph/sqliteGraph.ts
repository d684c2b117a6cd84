import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MemoryGraph } from '@licet/epistemic';
import type { GraphChange, GraphSnapshot, PendingProposal } from '@licet/epistemic/store';
import { foldConceptName, graphClosed, versionConflict } from '@licet/epistemic/store';
import type { OpenDriver } from '../driver.ts';
import { installedSqlite } from '../driver.ts';
import type { Database } from './driver.ts';
import { shaped } from './driver.ts';
import { guarded } from './faults.ts';
import type { Content } from './load.ts';
import { wholeLoader } from './load.ts';
import { partLoader } from './loadPart.ts';
import type { PrimitiveReader } from './rows.ts';
import { primitiveReader } from './rows.ts';
import { prepareSchema } from './schema.ts';
import { changeWriter } from './writer.ts';

/** How a SQLite graph is opened. */
export interface SqliteGraphOptions {
  /** Refuse every write; the file must exist. @defaultValue false */
  readonly readOnly?: boolean;
  /** How long to wait for another writer, in milliseconds. @defaultValue 5000 */
  readonly busyTimeoutMs?: number;
  /** True promises that no other process writes: then a check costs no version probe. @defaultValue false */
  readonly owned?: boolean;
  /**
   * How many checks of one version are answered straight from the file before the whole graph is loaded. Zero loads at
   * the first check; a process that lives for one call never gets there. @defaultValue 64
   */
  readonly loadAfter?: number;
  /** The SQLite to use. @defaultValue `installedSqlite` */
  readonly open?: OpenDriver;
}

/** A SQLite graph: like every store that is at hand, it answers at once. */
export type SqliteGraph = MemoryGraph;

/**
 * Opens a graph in a SQLite file, made with its folder when it is not there; `:memory:` keeps it in this process. Any
 * number of processes may use the file: readers never wait, writers take turns, and everyone sees another's write at
 * the next check. Grounding works on adjacency arrays; the content of a concept is read when somebody looks at it, and
 * if the graph has changed in between, that read throws `snapshot_stale` rather than mix two versions.
 */
export function sqliteGraph(path: string, options: SqliteGraphOptions = {}): SqliteGraph {
  const { readOnly = false, busyTimeoutMs = 5000, owned = false, loadAfter = 64, open = installedSqlite } = options;
  if (!readOnly && path !== ':memory:') guarded(path, () => mkdirSync(dirname(path), { recursive: true }));
  const database = guarded(path, () => shaped(open(path, { readOnly, timeoutMs: busyTimeoutMs })));
  try {
    prepareSchema(database, path, readOnly);
    return connected(database, path, owned, loadAfter);
  } catch (error) {
    database.close();
    return guarded(path, () => {
      throw error;
    });
  }
}

function connected(database: Database, path: string, owned: boolean, loadAfter: number): SqliteGraph {
  const reader = primitiveReader(database);
  const snapshots = snapshotCache(database, reader, owned, loadAfter);
  const proposals = database.prepare('SELECT id, content FROM concept_proposals ORDER BY id');
  const write = transactions(database, snapshots);
  let open = true;
  const step = <T>(run: () => T): T => {
    if (!open) throw graphClosed('sqlite');
    return guarded(path, run);
  };
  return {
    kind: 'sqlite',
    snapshot: concepts => step(() => snapshots.get(concepts)),
    find: key => step(() => ('id' in key ? reader.byId(key.id) : reader.byFolded(foldConceptName(key.name)))),
    write: (changes, options) => step(() => write.apply(changes, options?.ifVersion)),
    proposals: () => step(() => proposals.all() as PendingProposal[]),
    clear: () => step(write.clear),
    close() {
      if (open) database.close();
      open = false;
    },
  };
}

interface SnapshotCache {
  readonly version: () => number;
  readonly get: (concepts: readonly string[] | undefined) => GraphSnapshot;
  /** Says that this connection has written: owned or not, the next check looks again. */
  readonly forget: () => void;
}

function snapshotCache(database: Database, reader: PrimitiveReader, owned: boolean, loadAfter: number): SnapshotCache {
  const stored = database.prepare("SELECT value FROM concept_meta WHERE name = 'version'").pluck();
  const [whole, part] = [wholeLoader(database), partLoader(database)];
  const consistent = <T>(read: () => T): T => inTransaction(database, 'BEGIN', read);
  const version = (): number => stored.get() as number;
  const contentAt = (at: number): Content => ({
    primitive: key => reader.asOf(key, at),
    provenance: key => reader.provenanceAsOf(key, at),
  });
  let loaded: GraphSnapshot | undefined;
  let known = -1;
  let direct = 0;
  return {
    version,
    forget: () => {
      known = -1;
    },
    get(concepts) {
      if (owned && known >= 0 && known === Number(loaded?.version)) return loaded!;
      const current = version();
      if (loaded !== undefined && Number(loaded.version) === current) return loaded;
      if (known !== current) [known, direct] = [current, 0];
      direct += 1;
      if (concepts !== undefined && direct <= loadAfter) {
        return consistent(() => {
          const now = version();
          return part(concepts, now, contentAt(now));
        });
      }
      loaded = consistent(() => {
        const now = version();
        return whole(now, contentAt(now));
      });
      known = Number(loaded.version);
      return loaded;
    },
  };
}

interface Transactions {
  readonly apply: (changes: readonly GraphChange[], ifVersion: string | undefined) => string;
  readonly clear: () => number;
}

function transactions(database: Database, { version, forget }: SnapshotCache): Transactions {
  const apply = changeWriter(database);
  const advance = database.prepare("UPDATE concept_meta SET value = value + 1 WHERE name = 'version'");
  const count = database.prepare('SELECT count(*) FROM concept_primitives').pluck();
  const wipe =
    'DELETE FROM concept_relata; DELETE FROM concept_aliases; DELETE FROM concept_proposals; DELETE FROM concept_contents; DELETE FROM concept_primitives;';
  return {
    apply: (changes, ifVersion) =>
      inTransaction(database, 'BEGIN IMMEDIATE', () => {
        const before = version();
        if (ifVersion !== undefined && ifVersion !== String(before)) throw versionConflict(ifVersion, String(before));
        if (!apply(changes, before + 1)) return String(before);
        advance.run();
        forget();
        return String(before + 1);
      }),
    clear: () =>
      inTransaction(database, 'BEGIN IMMEDIATE', () => {
        const removed = count.get() as number;
        database.exec(wipe);
        advance.run();
        forget();
        return removed;
      }),
  };
}

function inTransaction<T>(database: Database, begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself after some faults; the fault that led here is the one to report.
  }
}
