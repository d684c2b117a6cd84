import type { DrawingOptions, Terminal } from '@licet/core/command';

import type { GraphDocument } from '../exchange/document.ts';
import type { ConceptGraph } from '../graph/conceptGraph.ts';

/** Opens a graph, works on it and closes it. `store` is what `--store` says; without it the graph is the one of the policy. */
export type WorkOnGraph = <T>(store: string | undefined, work: (graph: ConceptGraph) => Promise<T>) => Promise<T>;

/** The state of a peer that the policy declares. */
export interface PeerState {
  readonly name: string;
  /** `known`, or why its knowledge does not count. */
  readonly state: string;
  /** What a person reads about it. */
  readonly detail: string;
  /** When its snapshot was signed, ISO 8601; null where none is kept that can be read. */
  readonly takenAt: string | null;
  /** How many concepts it knows; null where none is kept that can be read. */
  readonly concepts: number | null;
  readonly key: string;
  readonly maxDepth: string;
}

/** The graphs of other teams. `store` is what `--store` says. */
export interface PeerProgram {
  /** The peers of a graph, and the public key that signs the graphs of this user, null where none was signed. */
  readonly list: (store: string | undefined) => Promise<{ readonly peers: readonly PeerState[]; readonly key: string | null }>;
  /** Fetches the snapshot of a peer and keeps it. Returns what a person reads. */
  readonly pull: (store: string | undefined, name: string) => Promise<string>;
  /** Signs the document of a graph. Makes the key where there is none. */
  readonly sign: (store: string | undefined, document: GraphDocument) => Promise<{ readonly text: string; readonly key: string }>;
}

/** What the commands of the knowledge graph need of the program that they are part of. */
export interface ConceptProgram {
  /** Refuses a graph that does not exist. */
  readonly withGraph: WorkOnGraph;
  /** Opens the graph together with its peers, to read it. Refuses a graph that does not exist. */
  readonly withKnowledge: WorkOnGraph;
  /** Makes a graph that does not exist. */
  readonly withNewGraph: WorkOnGraph;
  /** Like `withGraph`, and repeats the work when another process has changed the graph meanwhile. */
  readonly changeGraph: WorkOnGraph;
  /** Like `withNewGraph`, and repeats the work when another process has changed the graph meanwhile. */
  readonly changeNewGraph: WorkOnGraph;
  /** Reads a graph of VRE from the address of a Neo4j server, and tells what of it was not taken. */
  readonly readVre: (uri: string) => Promise<{ readonly document: GraphDocument; readonly notes: readonly string[] }>;
  /** Reads a file that was named on the command line, or standard input for `-`. Errors call it `what`. */
  readonly readText: (name: string, what: string) => string;
  /** Throws where no person can be: in the shell of an agent, and without a terminal. `command` is as it is typed. */
  readonly requireHuman: (command: string) => void;
  /** The name of the user, for the provenance of what a person confirms. */
  readonly userName: () => string;
  readonly peers: PeerProgram;
  /** Prints a drawing, or writes it to a file. */
  readonly draw: (text: string, options: DrawingOptions, terminal: Terminal) => Promise<void>;
}
