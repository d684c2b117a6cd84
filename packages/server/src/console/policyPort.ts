import type { MaybePromise } from '@licet/core';

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

/** How a policy stands in its files. */
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
