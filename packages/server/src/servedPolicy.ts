import type { ApprovalStore, AuditSink, MaybePromise, PolicyEngine } from '@licet/core';
import type { PolicySettings } from '@licet/core/policy';
import type { AuditReader, StateInspector } from '@licet/core/store';

import { watchTexts } from './fileStamps.ts';
import type { SourceText } from './fileStamps.ts';
import { RequestFault } from './http/fault.ts';

/** A policy that is open, with what a server needs of it. */
export interface ServedPolicy {
  readonly engine: PolicyEngine;
  readonly settings: PolicySettings;
  /** Every file that it was made of, with the text that was read. */
  readonly sources: readonly SourceText[];
  /** Where requests for approval wait; absent where each process keeps its own. */
  readonly approvals?: ApprovalStore;
  /** Its trail; absent where each process keeps its own. */
  readonly audit?: AuditSink & AuditReader;
  /** What it keeps of sessions and limits; absent where each process keeps its own. */
  readonly inspect?: StateInspector;
  /** The time that what it keeps goes by, in milliseconds since the epoch. @defaultValue that of this machine */
  readonly now?: () => number;
  /** Signs the graph with this name, or the only one; undefined where there is none that may be shared. */
  signedGraph?(name: string | undefined): MaybePromise<SignedGraphText | undefined>;
  close?(): MaybePromise<void>;
}

/** Returns the time that requests for approval and reservations of a policy go by. */
export const timeOf = ({ now = Date.now }: Pick<ServedPolicy, 'now'>): number => now();

/** A knowledge graph that its owner has signed, for other teams. */
export interface SignedGraphText {
  readonly text: string;
  /** In quotes, as HTTP writes it. Equal for equal texts. */
  readonly etag: string;
}

/** Opens the policy: once at the start, and again whenever one of its files has changed. */
export type OpenPolicy = () => MaybePromise<ServedPolicy>;

/** The policy as its files stand now. */
export interface CurrentPolicy {
  /**
   * Runs some work under the policy as it is in its files at this moment. Rejects with a {@link RequestFault} of code `policy_unavailable`
   * when it does not load: an older policy is never used instead.
   */
  use<T>(work: (policy: ServedPolicy) => MaybePromise<T>): Promise<T>;
  /** Closes it once it is not used. */
  close(): Promise<void>;
}

interface Held {
  readonly policy: ServedPolicy;
  readonly isUnchanged: () => boolean;
  users: number;
  isStale: boolean;
}

/** Keeps a policy open for as long as its files are what they were. `report` hears why one does not load. */
export function currentPolicy(open: OpenPolicy, report: (error: unknown) => void): CurrentPolicy {
  let held: Held | undefined;
  let opening: Promise<Held> | undefined;
  const reopen = async (): Promise<Held> => {
    const old = held;
    held = undefined;
    if (old !== undefined) await retire(old);
    try {
      const policy = await open();
      return (held = { policy, isUnchanged: watchTexts(policy.sources), users: 0, isStale: false });
    } catch (error) {
      report(error);
      const message = 'the policy does not load: run `licet validate` on the server';
      throw new RequestFault('policy_unavailable', message, { cause: error });
    }
  };
  const unchanged = (): Held | undefined => (opening === undefined && held?.isUnchanged() === true ? held : undefined);
  const current = async (): Promise<Held> => {
    const known = unchanged();
    if (known !== undefined) return known;
    if (opening === undefined) {
      // Not before it is known here: what throws at once would otherwise be the answer for ever.
      const done = (): void => void (opening = undefined);
      (opening = reopen()).then(done, done);
    }
    return opening;
  };
  return {
    async use(work) {
      let taken = unchanged() ?? (await current());
      while (taken.isStale) taken = await current();
      return borrow(taken, work);
    },
    async close() {
      await opening?.catch(() => undefined);
      if (held !== undefined) await retire(held);
      held = undefined;
    },
  };
}

/** Closes a policy, once those who still work under it are done. */
async function retire(old: Held): Promise<void> {
  old.isStale = true;
  if (old.users === 0) await old.policy.close?.();
}

async function borrow<T>(taken: Held, work: (policy: ServedPolicy) => MaybePromise<T>): Promise<T> {
  taken.users++;
  try {
    return await work(taken.policy);
  } finally {
    taken.users--;
    if (taken.isStale && taken.users === 0) await taken.policy.close?.();
  }
}
