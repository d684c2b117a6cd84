import type { Evaluation, Ruling } from '@licet/core';
import type { RecordedCall } from '@licet/core/store';

/** A call that the newer policy stops or asks about. The same call, stopped for the same reason, is one entry. */
export interface ReplayStop {
  readonly ruling: Extract<Ruling, 'ask' | 'block'>;
  readonly guard: string;
  readonly code: string;
  readonly reason: string;
  /** The command, or the tool with the argument that tells most. */
  readonly words: string;
  readonly calls: number;
  /** The session of the first, and when it was, in milliseconds since the epoch. */
  readonly sessionId: string;
  readonly at: number;
}

/** What is stopped and asked about. */
export interface ReplayedStops {
  /** The most severe first, compared or not. */
  readonly stops: readonly ReplayStop[];
  /** Calls that are in none of `stops`, because there were too many different ones. */
  readonly unlisted: Readonly<Record<ReplayStop['ruling'], number>>;
}

/** So many different calls of each ruling are kept. */
const MOST = 500;

type Entry = { -readonly [Key in keyof ReplayStop]: ReplayStop[Key] };

/** Collects the calls that are stopped or asked about. What it keeps does not grow with the number of calls. */
export class ReplayStops {
  readonly #entries = { block: new Map<string, Entry>(), ask: new Map<string, Entry>() };
  readonly #unlisted = { block: 0, ask: 0 };

  /** Takes a call with what the policy says of it. `isAsked` is set for a call that a recorded answer lets through. */
  take({ action: { sessionId }, at }: RecordedCall, words: string, evaluation: Evaluation, isAsked: boolean): void {
    const { guard, code, reason = '' } = evaluation;
    const ruling = isAsked ? 'ask' : evaluation.ruling;
    if (ruling !== 'ask' && ruling !== 'block') return;
    const entries = this.#entries[ruling];
    const key = [guard, code, words].join('\n');
    const known = entries.get(key);
    if (known !== undefined) known.calls++;
    else if (entries.size >= MOST) this.#unlisted[ruling]++;
    else entries.set(key, { ruling, guard, code, reason, words, calls: 1, sessionId, at });
  }

  /** Returns what is stopped, then what is asked about, each in the order of the record. */
  report(): ReplayedStops {
    const { block, ask } = this.#entries;
    return { stops: [...block.values(), ...ask.values()].map(each => ({ ...each })), unlisted: { ...this.#unlisted } };
  }
}
