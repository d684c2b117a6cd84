import type { Json, Registry } from '@licet/core';
import type { BuiltPolicy, CompiledPolicy } from '@licet/core/policy';
import type { FileSystemPort } from '@licet/effects/places';

/** A policy that was compiled from text. */
export interface ReadPolicy {
  readonly compiled: CompiledPolicy;
  /** The digest of its tree. */
  readonly policyDigest: string;
  /** Every file that it was made of, the main one first. */
  readonly sources: readonly { readonly file: string }[];
}

/** Where a policy judges: the folder of the project and the home folder, absolute. */
export interface Place {
  readonly root: string;
  readonly home: string;
  /** The files that it sees. @defaultValue those of this machine */
  readonly files?: FileSystemPort;
}

/** The nodes that a policy can name, and what builds it from them. */
export interface PolicyNodes {
  readonly registry: Registry;
  /** Builds a policy that keeps nothing: no sessions, no audit log. */
  readonly build: (compiled: CompiledPolicy, place: Place) => BuiltPolicy;
  /** Has what it builds remember from now on what the evidence of a record holds; nothing, what is remembered today. @defaultValue what is remembered today */
  readonly recall?: (evidence: Json | undefined) => void;
}

/** What tests, comparisons and replays need of the program that loads policies. */
export interface PolicyHost {
  /** Compiles the text of a policy. `file` is absolute. Throws a `GovernanceError` that names the first mistake and its line. */
  readonly compile: (text: string, file: string) => ReadPolicy;
  /** The nodes for a policy in this folder; its graphs are found from there. */
  readonly nodesAt: (root: string) => PolicyNodes;
  /** Reads a file by its absolute path, or standard input by the path that `inputPath` makes of `-`. Throws the error of the system. */
  readonly readInput: (file: string) => string;
}
