import type { ApprovalStore, MaybePromise, SessionStore } from '@licet/core';
import type { StoreSettings } from '@licet/core/policy';
import type { AuditPruner, AuditReader, BatchAuditSink, StateInspector } from '@licet/core/store';

import type { OpenDriver } from './sqlite/driver.ts';

/** What a store is used for. */
export type StoreUse = 'sessions' | 'approvals' | 'audit';

/** What the process that opens stores brings along. */
export interface StoreHost {
  /** The folder that paths start from; absolute. */
  readonly root: string;
  /** Where the variables lie that settings name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The SQLite to use. One process opens a file with one library only: two do not see each other's locks. */
  readonly sqlite: OpenDriver;
  /** Where the witness of a state file lies. @defaultValue a state has no witness */
  readonly witness?: (file: string) => string;
  /** When a store may do what no answer waits for. @defaultValue at once */
  readonly later?: (work: () => void) => void;
  /** Runs what opens, replaces or closes files of a store, for a process that otherwise acts as another user. @defaultValue as it is */
  readonly asOwner?: <T>(work: () => T) => T;
}

/** Where a policy keeps something. */
export interface StorePlace {
  /** The name of the kind. */
  readonly store: string;
  /** Equal for what lies in one store. */
  readonly key: string;
  /** Absolute; absent for what is no file. */
  readonly file?: string;
}

/** How a store is opened. */
export interface OpenStoreOptions {
  /** Whether anything is written: without it nothing is made and nothing is changed. */
  readonly writes: boolean;
  /** `normal` survives a crash of the process, `full` also a loss of power. @defaultValue 'normal' */
  readonly durability?: 'normal' | 'full';
}

/** The time of a store that several machines share. */
export interface SharedTime {
  /** Returns it, as far as it was measured: before that, the time of the machine. */
  readonly now: () => number;
  /** Measures it. Rejects where the store does not answer. */
  readonly measure: () => Promise<void>;
}

/** A store that is open. Nothing is contacted before it is used. */
export interface OpenStore {
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  readonly audit: BatchAuditSink & AuditReader & AuditPruner;
  readonly inspect: StateInspector;
  /** The time that all machines which share the store agree on, in milliseconds since the epoch. @defaultValue that of the one machine */
  readonly time?: SharedTime;
  /** Whether anything was ever kept there. Throws where it is known that something was, and is gone. */
  exists(): MaybePromise<boolean>;
  close(): MaybePromise<void>;
}

/**
 * A kind of store: what it is called in a policy, where it lies, and how it is opened. A new one is a folder beside those that
 * are there, and a line in the registry.
 */
export interface StoreKind {
  readonly name: string;
  /** What may be kept in it. */
  readonly keeps: readonly StoreUse[];
  /** Absent for what other processes reach; else what to say of it. */
  readonly isPrivate?: string;
  /** Whether a process that lives on finds the same there as one that lives for a call, and waits for no network. @defaultValue false */
  readonly isLasting?: boolean;
  /** Says where it lies, and touches nothing. Throws a `GovernanceError` for settings that name no place. */
  place(settings: StoreSettings, host: StoreHost): StorePlace;
  /** Takes what is there for what was kept, also where nothing is: forgets what is known of it from outside. A human's to decide. */
  accept?(settings: StoreSettings, host: StoreHost): void;
  /**
   * Moves what was kept to another name beside it, so that the next use begins a new one. Returns where it is now; undefined where nothing was.
   * Absent for what is no file. A human's to decide.
   */
  setAside?(settings: StoreSettings, host: StoreHost, now: number): string | undefined;
  /** Opens it. Undefined for what each process keeps for itself, or not at all. */
  open(settings: StoreSettings, host: StoreHost, options: OpenStoreOptions): MaybePromise<OpenStore | undefined>;
}
