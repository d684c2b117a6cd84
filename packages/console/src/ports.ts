import type { MaybePromise } from '@licet/core';
import type { KeyChange } from '@licet/core/store';

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

/** What a yes for several calls would cover, in words, with calls that it covers and near ones that it does not. */
export interface Coverage {
  readonly lines: readonly string[];
  readonly covered: readonly string[];
  readonly near: readonly string[];
}

/** Holds of sessions. A method returns why it was not done; undefined when it was. */
export interface Holds {
  hold(sessionId: string, reason: string): MaybePromise<string | undefined>;
  lift(sessionId: string, reason?: string): MaybePromise<string | undefined>;
}

/** What the edits of a policy come to since somebody looked last. */
export interface PolicyChange {
  /** When the policy was first seen as it is now, in milliseconds since the epoch. */
  readonly at: number;
  readonly verdict: 'equal' | 'narrower' | 'wider' | 'mixed' | 'unknown';
  /** What the verdict means. */
  readonly meaning: string;
  /** Actions that the two judge differently, with what each says. */
  readonly witnesses: readonly ChangedAction[];
  /** What is not proven, and why. */
  readonly doubts: readonly string[];
  /** Settings that differ and change no ruling. */
  readonly settings: readonly string[];
  /** The recent calls of the trail, judged again by both. */
  readonly replay: { readonly calls: number; readonly changes: readonly (ChangedAction & { readonly calls: number })[] };
}

/** Actions of one kind, before and after. */
export interface ChangedAction {
  readonly change: string;
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

/** The status of the files of a policy. */
export interface PolicyEdit {
  readonly file: string;
  /** The digest of the policy; absent while it does not load. */
  readonly digest?: string;
  /** Why it does not load; empty where it does. */
  readonly issues: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  /** What is doubtful about it. */
  readonly warnings: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  /** Absent where nothing was edited since. */
  readonly change?: PolicyChange;
}

/** Follows the edits of a policy. */
export interface PolicyEdits {
  look(): MaybePromise<PolicyEdit>;
  /** Goes on from the policy as it is now: a person has seen what was changed. */
  seen(): void;
}

/** The passkeys that sign answers on the page. */
export interface Passkeys {
  /** The address that they sign on: a key that was enrolled on one page signs on no other. */
  readonly origin: string;
  /** The person whose key may be the first one: a terminal has said so. @defaultValue the page enrols no first key */
  readonly first?: string;
  /** The changes so far, and the highest counter of each key that was seen. Throws where they cannot be read. */
  read(): { readonly log: readonly KeyChange[]; readonly counters: Readonly<Record<string, number>> };
  /** Adds a change, and writes it into the trail. */
  add(change: KeyChange): MaybePromise<void>;
  /** Keeps the counter of a signature that was taken. */
  noteCounter(keyId: string, counter: number): void;
}
