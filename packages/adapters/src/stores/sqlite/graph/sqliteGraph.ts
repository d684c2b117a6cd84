import { dirname } from 'node:path';
import type { MemoryGraph } from '@licet/epistemic';
import type { GraphChange, GraphSnapshot, PendingProposal } from '@licet/epistemic/store';
import { EpistemicError, foldConceptName, graphClosed, makeTurns, versionConflict } from '@licet/epistemic/store';
import type { OpenDriver } from '../driver.ts';
import { inTransaction, installedSqlite, openPrepared } from '../driver.ts';
import { fileIdentity, fileSystem, isPlainFile, watchPlace } from '../fileIdentity.ts';
import type { Database } from './driver.ts';
import { shaped } from './driver.ts';
import { guarded } from './faults.ts';
import type { Content } from './load.ts';
import { wholeLoader } from './load.ts';
import { partLoader } from './loadPart.ts';
import type { PrimitiveReader } from './rows.ts';
import { primitiveReader, stale } from './rows.ts';
import { prepareSchema } from './schema.ts';
import { turnFile } from './turnFile.ts';
import { changeWriter } from './writer.ts';

/** How a SQLite graph is opened. */
export interface SqliteGraphOptions {
  /** Refuse every write; the file must exist. @defaultValue false */
  readonly readOnly?: boolean;
  /** How long to wait for another writer, in milliseconds. @defaultValue 5000 */
  readonly busyTimeoutMs?: number;
  /** True promises that no other process writes, nor removes the file: then a check costs no look at either. @defaultValue false */
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
 * the next check, and another file that was put in its place. One that is gone is not created again. Grounding works on adjacency arrays; the
 * content of a concept is read when somebody looks at it, and if the graph has changed in between, that read throws `snapshot_stale`
 * rather than mix two versions.
 */
export function sqliteGraph(path: string, options: SqliteGraphOptions = {}): SqliteGraph {
  if (options.readOnly !== true && isPlainFile(path)) {
    guarded(path, () => fileSystem()?.mkdirSync(dirname(path), { recursive: true }));
  }
  let session: GraphFile | undefined = guarded(path, () => openFile(path, options));
  let isOpen = true;
  const current = (): GraphFile => {
    const place = session?.place() ?? (fileIdentity(path) === undefined ? 'gone' : 'replaced');
    if (place === 'gone') throw gone(path);
    if (place === 'replaced') {
      session?.close();
      session = undefined;
    }
    return (session ??= openFile(path, options));
  };
  const step = <T>(run: (file: GraphFile) => T): T => {
    if (!isOpen) throw graphClosed('sqlite');
    return guarded(path, () => run(current()));
  };
  return {
    kind: 'sqlite',
    snapshot: concepts => step(({ snapshots }) => snapshots.get(concepts)),
    find: key => step(({ reader }) => ('id' in key ? reader.byId(key.id) : reader.byFolded(foldConceptName(key.name)))),
    write: (changes, conditions) => step(({ write }) => write.apply(changes, conditions?.ifVersion)),
    turn: makeTurns(turnFile(path, options.open ?? installedSqlite)),
    proposals: () => step(({ proposals }) => proposals()),
    clear: () => step(({ write }) => write.clear()),
    close() {
      session?.close();
      session = undefined;
      isOpen = false;
    },
  };
}

function gone(path: string): EpistemicError {
  const out = 'put it back, or restart this process to begin with an empty one';
  return new EpistemicError(
    'graph_unavailable',
    `expected the graph at \`${path}\`, found that its file was removed while it was in use: ${out}`,
  );
}

/** The file of a graph while it is open. */
interface GraphFile {
  readonly place: ReturnType<typeof watchPlace>;
  readonly reader: PrimitiveReader;
  readonly snapshots: SnapshotCache;
  readonly write: Transactions;
  readonly proposals: () => PendingProposal[];
  readonly close: () => void;
}

function openFile(path: string, options: SqliteGraphOptions): GraphFile {
  const { readOnly = false, busyTimeoutMs = 5000, owned = false, loadAfter = 64, open = installedSqlite } = options;
  const driver = openPrepared(
    () => open(path, { readOnly, timeoutMs: busyTimeoutMs }),
    opened => prepareSchema(shaped(opened), path, readOnly),
  );
  const database = shaped(driver);
  const place = owned ? (): 'there' => 'there' : watchPlace(path);
  let isOpen = true;
  const reader = primitiveReader(database);
  const content = (at: number): Content => {
    const whileOpen = <T>(read: () => T): T => {
      if (isOpen) return read();
      throw stale(at);
    };
    return {
      primitive: key => whileOpen(() => reader.asOf(key, at)),
      provenance: key => whileOpen(() => reader.provenanceAsOf(key, at)),
      remembered: key => whileOpen(() => reader.rememberedAsOf(key, at)),
    };
  };
  const snapshots = snapshotCache(database, content, owned, loadAfter);
  return {
    place,
    reader,
    snapshots,
    write: transactions(database, snapshots, () => {
      if (place() !== 'there') throw gone(path);
    }),
    proposals: () => database.prepare('SELECT id, content FROM concept_proposals ORDER BY id').all() as PendingProposal[],
    close() {
      isOpen = false;
      database.close();
    },
  };
}

interface SnapshotCache {
  readonly version: () => number;
  readonly get: (concepts: readonly string[] | undefined) => GraphSnapshot;
  /** Says that this connection has written: owned or not, the next check looks again. */
  readonly forget: () => void;
}

function snapshotCache(
  database: Database,
  contentAt: (version: number) => Content,
  owned: boolean,
  loadAfter: number,
): SnapshotCache {
  const stored = database.prepare("SELECT value FROM concept_meta WHERE name = 'version'").pluck();
  const [whole, part] = [onFirstUse(() => wholeLoader(database)), onFirstUse(() => partLoader(database))];
  const consistent = <T>(read: () => T): T => inTransaction(database.exec, 'begin', read);
  const version = (): number => stored.get() as number;
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
          return part()(concepts, now, contentAt(now));
        });
      }
      loaded = consistent(() => {
        const now = version();
        return whole()(now, contentAt(now));
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

/** Statements are prepared when they are needed: a hook reads a part of a graph, once. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const WIPE =
  'DELETE FROM concept_relata; DELETE FROM concept_aliases; DELETE FROM concept_proposals; DELETE FROM concept_contents; DELETE FROM concept_primitives;';

function transactions(database: Database, { version, forget }: SnapshotCache, requireInPlace: () => void): Transactions {
  const applier = onFirstUse(() => changeWriter(database));
  const advance = (): void => {
    database.exec("UPDATE concept_meta SET value = value + 1 WHERE name = 'version'");
    forget();
  };
  const transact = <T>(work: () => T): T =>
    inTransaction(database.exec, 'begin immediate', () => {
      const result = work();
      requireInPlace();
      return result;
    });
  return {
    apply: (changes, ifVersion) =>
      transact(() => {
        const before = version();
        if (ifVersion !== undefined && ifVersion !== String(before)) throw versionConflict(ifVersion, String(before));
        if (!applier()(changes, before + 1)) return String(before);
        advance();
        return String(before + 1);
      }),
    clear: () =>
      transact(() => {
        const removed = database.prepare('SELECT count(*) FROM concept_primitives').pluck().get() as number;
        database.exec(WIPE);
        advance();
        return removed;
      }),
  };
}
