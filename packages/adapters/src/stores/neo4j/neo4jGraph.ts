import type {
  ConceptGraph,
  GraphChange,
  GraphSnapshot,
  PendingProposal,
  Primitive,
  TakeTurn,
  TurnLock,
  WriteOptions,
} from '@licet/epistemic/store';
import { applyChanges, foldConceptName, makeTurns, snapshotOf, versionConflict } from '@licet/epistemic/store';
import type { Connection, Neo4jGraphOptions } from './connection.ts';
import { connect } from './connection.ts';
import type { LoadedGraph } from './load.ts';
import { loadQuietly, loadState, readProposals, readVersion } from './load.ts';
import { advanceVersion, borrowTurn, lockVersion, refreshMetrics, returnTurn, wipe, writeChanges } from './write.ts';
import type { Run } from './schema.ts';

/**
 * Uses a graph in a Neo4j server, shared by any number of processes. Reading works on the whole graph in memory and
 * costs one round trip, the version probe, when nothing has changed. Writers take turns: each locks the graph, checks
 * its changes against the latest knowledge by the same rules as every other store, and writes all of them or none.
 * A server that is away, slow, read-only or unwilling is an error with a code; it is tried again at the next use.
 */
export function neo4jGraph(options: Neo4jGraphOptions): ConceptGraph {
  return new Neo4jGraph(connect(options));
}

class Neo4jGraph implements ConceptGraph {
  readonly kind = 'neo4j';
  readonly #connection: Connection;
  #loaded: LoadedGraph | undefined;
  #snapshot: GraphSnapshot | undefined;
  readonly #turns: TakeTurn;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#turns = makeTurns(turnLock(connection));
  }

  async snapshot(): Promise<GraphSnapshot> {
    const { version, state } = await this.#current();
    if (this.#snapshot?.version !== String(version)) {
      this.#snapshot = snapshotOf(String(version), [...state.primitives.values()], state.aliases.values());
    }
    return this.#snapshot;
  }

  async find(key: { readonly id: string } | { readonly name: string }): Promise<Primitive | undefined> {
    const { state } = await this.#current();
    const id = 'id' in key ? key.id : state.names.get(foldConceptName(key.name));
    return id === undefined ? undefined : state.primitives.get(id);
  }

  async write(changes: readonly GraphChange[], options?: WriteOptions): Promise<string> {
    return this.#exclusively(async (run, { version, state }, token) => {
      const expected = options?.ifVersion;
      if (expected !== undefined && expected !== String(version)) throw versionConflict(expected, String(version));
      await refreshMetrics(run, changes, state);
      const isKnowledge = applyChanges(state, changes);
      await writeChanges(run, changes, state);
      if (isKnowledge) await advanceVersion(run, version + 1, token);
      return {
        result: String(isKnowledge ? version + 1 : version),
        loaded: { version: isKnowledge ? version + 1 : version, state },
      };
    });
  }

  async proposals(): Promise<readonly PendingProposal[]> {
    return this.#connection.read(readProposals);
  }

  turn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns(work);
  }

  async clear(): Promise<number> {
    this.#loaded = undefined;
    return this.#connection.write(async run => {
      const { version } = await lockVersion(run);
      const removed = await wipe(run);
      await advanceVersion(run, version + 1, crypto.randomUUID());
      return removed;
    });
  }

  async close(): Promise<void> {
    this.#loaded = undefined;
    this.#snapshot = undefined;
    await this.#connection.close();
  }

  async #current(): Promise<LoadedGraph> {
    const known = this.#loaded;
    const fresh = await this.#connection.load(
      async run => {
        if (known !== undefined && (await readVersion(run)) === known.version) return known;
        return loadQuietly(run);
      },
      async run => ({ version: (await lockVersion(run)).version, state: await loadState(run) }),
    );
    this.#loaded = fresh;
    return fresh;
  }

  /**
   * Runs a change under the writers' lock, on the latest state. What is cached is replaced only once it is committed. A
   * change that was committed already, by a try whose acknowledgement was lost, is not made again.
   */
  async #exclusively(work: Work): Promise<string> {
    const known = this.#loaded;
    this.#loaded = undefined;
    const token = crypto.randomUUID();
    const done = await this.#connection.write(async run => {
      const turn = await lockVersion(run);
      const loaded = turn.version === known?.version ? copyOf(known) : { version: turn.version, state: await loadState(run) };
      return turn.token === token ? { result: String(turn.version), loaded } : work(run, loaded, token);
    });
    this.#loaded = done.loaded;
    return done.result;
  }
}

/** How long a writer has the turn at most, in milliseconds: far longer than its reads and its write may take. */
const LEASE_MS = 30_000;

function turnLock(connection: Connection): TurnLock {
  const holder = crypto.randomUUID();
  return {
    take: async () => connection.write(async run => ((await borrowTurn(run, holder, LEASE_MS)) ? 'mine' : 'taken')),
    release: async () => connection.write(async run => returnTurn(run, holder)),
  };
}

type Work = (run: Run, loaded: LoadedGraph, token: string) => Promise<{ result: string; loaded: LoadedGraph }>;

function copyOf({ version, state }: LoadedGraph): LoadedGraph {
  const { primitives, names, aliases, proposals } = state;
  return {
    version,
    state: { primitives: new Map(primitives), names: new Map(names), aliases: new Map(aliases), proposals: new Map(proposals) },
  };
}
