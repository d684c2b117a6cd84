import type { OpenDriver } from '@licet/adapters/sqlite';
import type { AnyDefinition } from '@licet/core/nodes';
import type { FindResource } from '@licet/core/policy';
import type { ConceptGraph, GroundingResult, PolicyRegistry } from '@licet/epistemic';
import type { Remembered } from '@licet/epistemic/store';

import type { Dialogue } from './dialogue.ts';

/** Everything that a policy with `grounded` or `edge_policies` needs of this process. */
export interface Grounding extends Dialogue {
  readonly definitions: readonly AnyDefinition[];
  readonly resources: FindResource;
  /** The graphs that nodes of the policy have named, by name. */
  readonly graphs: ReadonlyMap<string, ConceptGraph>;
  /** The callbacks that nodes of the policy have named, by the path of their module. */
  readonly callbacks: ReadonlyMap<string, PolicyRegistry>;
  /** What the last decisions were grounded on, each once; they are forgotten with that. */
  taken(): readonly GroundingResult[];
  /** A command without its first-line declaration; undefined when it has none. */
  readonly withoutDeclaration: (command: string) => string | undefined;
  close(): Promise<void>;
}

/** How {@link openGrounding} works. */
export interface GroundingOptions {
  /** The policy's folder; absolute. */
  readonly root: string;
  /** Whether graphs may be changed: a fresh one filled, an edge proposed. A process that only asks changes nothing. */
  readonly writes: boolean;
  /** The SQLite to use: the one that this process uses for its state. @defaultValue `installedSqlite` */
  readonly sqlite?: OpenDriver;
  /** Throws for a module or a seed that may not be used. @defaultValue each may */
  readonly requireFile?: RequireFile;
  /** What memory knows of concepts in place of what the graphs say, by folded name. @defaultValue what the graphs say */
  readonly recalled?: () => ReadonlyMap<string, Remembered>;
  /** Whether the graph has memory: the seeds of the policy then count as confirmed when they fill it. @defaultValue false */
  readonly fades?: boolean;
}

/** Throws for a file that may not be used: a module, which is code, or a seed. */
export type RequireFile = (file: string, isCode: boolean) => void;
