import type { MaybePromise } from '@licet/core';

/** A knowledge graph as people look at it. */
export interface GraphView {
  readonly name: string;
  readonly store: string;
  /** Why it cannot be looked into; everything else is then empty. */
  readonly error?: string;
  readonly concepts: readonly {
    readonly name: string;
    /** The deepest level that is known without a hole before it; null for none. */
    readonly depth: number | null;
    readonly levels: readonly { readonly level: string; readonly properties: Readonly<Record<string, unknown>> }[];
    readonly edges: readonly {
      readonly relation: string;
      readonly target: string;
      readonly from: string;
      readonly to: string;
      readonly policies: number;
    }[];
  }[];
  /** What in it is probably not meant. */
  readonly doubts: readonly { readonly subject: string; readonly message: string }[];
  /** Edges that failures have suggested. */
  readonly pending: readonly {
    readonly id: string;
    readonly source: string;
    readonly relation: string;
    readonly target: string;
    readonly sourceDepth: number;
    readonly targetDepth: number;
    readonly cause: string;
    readonly error: string;
    readonly at: string;
  }[];
}

/** What a person says to an edge that a failure has suggested. */
export interface SettledProposal {
  readonly graph: string;
  readonly id: string;
  readonly accept: boolean;
  /** The edge as it is to be written, where it is not the one that was suggested. */
  readonly edge?: Pick<GraphView['pending'][number], 'source' | 'relation' | 'target' | 'sourceDepth' | 'targetDepth'>;
}

/** The knowledge graphs of a policy. */
export interface Knowledge {
  look(): MaybePromise<readonly GraphView[]>;
  /** Returns why it was not done; undefined when it was. */
  settle(answer: SettledProposal): MaybePromise<string | undefined>;
}

/** Holds of sessions. A method returns why it was not done; undefined when it was. */
export interface Holds {
  hold(sessionId: string, reason: string): MaybePromise<string | undefined>;
  lift(sessionId: string, reason?: string): MaybePromise<string | undefined>;
}
