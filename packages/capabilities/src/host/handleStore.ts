import type { Json } from '@licet/core';
import type { ResponseMode } from '@licet/core/nodes';
import type { OutputObligations } from '@licet/core/policy';

import { plainCopy } from '../firewall/plainCopy.ts';

/** What is kept of one call, for its principal to look into again. */
export interface KeptOutput {
  readonly id: string;
  readonly principal: string;
  readonly tool: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** What the policy demands of everything that is shown of it. */
  readonly owed: Omit<OutputObligations, 'mode'> & { readonly mode?: ResponseMode };
  readonly scope?: Readonly<Record<string, Json>>;
  /** The token of the call, where it had one, and the epoch of its principal. */
  readonly token?: { readonly ids: readonly string[]; readonly epoch: number };
  readonly data: unknown;
  /** How many rows it has. */
  readonly total: number;
  readonly bytes: number;
  /** How many of them were shown so far. */
  shownRows: number;
}

/** How much is kept. */
export interface HandleLimits {
  /** @defaultValue 10000 */
  readonly maxEntries?: number;
  /** Of all outputs together, estimated. @defaultValue 64 MiB */
  readonly maxBytes?: number;
  /** Of one output; a larger one is not kept. @defaultValue 8 MiB */
  readonly maxEntryBytes?: number;
  /** Is told which handles were removed early. @defaultValue no listener */
  readonly onEvict?: (evicted: Pick<KeptOutput, 'id' | 'principal' | 'tool' | 'bytes'>) => void;
}

/** How many outputs are kept, and what became of others. */
export interface HandleStats {
  readonly entries: number;
  readonly bytes: number;
  readonly evicted: number;
  readonly refused: number;
}

/** The outputs that handles stand for, in this process. */
export interface HandleStore {
  /** Keeps an output, or returns false for one that is too large. */
  keep(
    output: Omit<KeptOutput, 'bytes' | 'total' | 'shownRows' | 'data'> & { readonly data: unknown; readonly shownRows: number },
    now: number,
  ): boolean;
  find(id: string): KeptOutput | undefined;
  stats(): HandleStats;
}

const MEBIBYTE = 1 << 20;
const SWEEP_EVERY = 128;

/**
 * Keeps outputs in memory, as plain data and without the fields that may not be shown. Where there is no more room those that have
 * expired go, then the oldest, each counted and told.
 */
export function handleStore(limits: HandleLimits = {}): HandleStore {
  return new KeptOutputs(limits);
}

class KeptOutputs implements HandleStore {
  readonly #kept: Map<string, KeptOutput> = new Map();
  readonly #limits: Required<Omit<HandleLimits, 'onEvict'>> & Pick<HandleLimits, 'onEvict'>;
  #bytes = 0;
  #evicted = 0;
  #refused = 0;
  #stored = 0;

  constructor(limits: HandleLimits) {
    this.#limits = { maxEntries: 10_000, maxBytes: 64 * MEBIBYTE, maxEntryBytes: 8 * MEBIBYTE, ...limits };
  }

  keep(output: Parameters<HandleStore['keep']>[0], now: number): boolean {
    const { maxBytes, maxEntryBytes } = this.#limits;
    const { value } = plainCopy(output.data, { fields: output.owed.fields });
    const bytes = sizeOf(value);
    if (bytes > Math.min(maxEntryBytes, maxBytes)) {
      this.#refused += 1;
      return false;
    }
    this.#stored += 1;
    if (this.#stored % SWEEP_EVERY === 0 || this.#isFull(bytes)) this.#sweep(now);
    for (const oldest of this.#kept.values()) {
      if (!this.#isFull(bytes)) break;
      this.#evict(oldest);
    }
    this.#kept.set(output.id, { ...output, data: value, total: Array.isArray(value) ? value.length : 1, bytes });
    this.#bytes += bytes;
    return true;
  }

  find(id: string): KeptOutput | undefined {
    return this.#kept.get(id);
  }

  stats(): HandleStats {
    return { entries: this.#kept.size, bytes: this.#bytes, evicted: this.#evicted, refused: this.#refused };
  }

  #isFull(more: number): boolean {
    return this.#kept.size >= this.#limits.maxEntries || this.#bytes + more > this.#limits.maxBytes;
  }

  #sweep(now: number): void {
    for (const entry of this.#kept.values()) if (entry.expiresAt <= now) this.#drop(entry);
  }

  #drop(entry: KeptOutput): void {
    if (this.#kept.delete(entry.id)) this.#bytes -= entry.bytes;
  }

  #evict(oldest: KeptOutput): void {
    const { id, principal, tool, bytes } = oldest;
    this.#drop(oldest);
    this.#evicted += 1;
    this.#limits.onEvict?.({ id, principal, tool, bytes });
  }
}

/** About how much memory plain data takes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length * 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 8 + sizeOf(item), 32);
  return Object.values(value).reduce<number>((sum, member) => sum + 16 + sizeOf(member), 56);
}
