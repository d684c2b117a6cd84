import type { AuditRecord, RotationRecord } from '../ports/audit.ts';
import type { Anchor, ChainReport, ChainedRecord } from './auditChain.ts';
import type { MaybePromise } from '../model/json.ts';
import { isPromiseLike } from '../model/maybe.ts';
import { PROJECT_SESSION } from '../ports/session.ts';

/** What a trail may be asked for; everything that is given must hold. Times are in milliseconds since the epoch. */
export interface AuditQuery {
  readonly session?: string;
  readonly ruling?: string;
  readonly guard?: string;
  /** The code of a decision, of a commit failure or of an anomaly. */
  readonly code?: string;
  readonly tool?: string;
  /** The kind of the action. */
  readonly kind?: string;
  readonly agent?: string;
  /** The machine that asked a server. */
  readonly machine?: string;
  readonly type?: AuditRecord['type'];
  /** From this time on. */
  readonly since?: number;
  /** Before this time. */
  readonly until?: number;
  /** A text anywhere in the record, whatever its case. */
  readonly text?: string;
  /** Only records after this number. */
  readonly after?: number;
  /** At most so many records. */
  readonly limit?: number;
}

/** Reads a trail, wherever it is kept. Reading changes nothing. Every method throws when the trail cannot be read. */
export interface AuditReader {
  /** Returns records in the order of their numbers; for the next page, ask for those `after` the last one. */
  read(query?: AuditQuery): MaybePromise<readonly ChainedRecord[]>;
  /** Returns the end of the trail: number 0 and {@link GENESIS} when there is nothing in it. */
  head(): MaybePromise<Anchor>;
  /** Checks every record, and that anchors that were taken earlier are still in the chain. */
  verify(...anchors: readonly Anchor[]): MaybePromise<ChainReport>;
}

/** What became of older records. */
export interface PruneReport {
  /** How many went. */
  readonly removed: number;
  /** The number of the first record that is there now. */
  readonly first: number;
}

/** A trail from which old records can be taken. */
export interface AuditPruner {
  /**
   * Removes the records from the beginning up to the first one from `before` on, in one step with a record of the removal: the rest
   * stays a chain that {@link AuditReader.verify} proves. Where nothing is that old, nothing is written. Times are in milliseconds.
   */
  prune(before: number, now: number): MaybePromise<PruneReport>;
}

/**
 * Makes the record that a store appends in the step in which it prunes. `pruned` is the last record that goes.
 *
 * @example
 * ```ts
 * import { GENESIS, pruneRecord } from '@licet/core/store';
 *
 * pruneRecord({ seq: 7, hash: GENESIS }, 1_000).first; // => 8
 * ```
 */
export function pruneRecord(pruned: Anchor, now: number): RotationRecord {
  const { seq, hash } = pruned;
  return { type: 'rotation', at: now, evaluationId: 'prune', sessionId: PROJECT_SESSION, first: seq + 1, pruned: { seq, hash } };
}

const PAGE = 1_000;

/**
 * Reads as many records as there are, a page at a time: a trail of any size in bounded memory.
 *
 * @example
 * ```ts
 * import { memoryAudit } from '@licet/core';
 * import { readAll } from '@licet/core/store';
 *
 * const audit = memoryAudit();
 * audit.append({ type: 'outcome', at: 1, evaluationId: 'e', sessionId: 's', status: 'ok' });
 * const found: number[] = [];
 * for await (const { seq } of readAll(audit, { session: 's' })) found.push(seq);
 * found; // => [1]
 * ```
 */
export async function* readAll(reader: Pick<AuditReader, 'read'>, query: AuditQuery = {}): AsyncGenerator<ChainedRecord> {
  let { after = 0 } = query;
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const limit = Math.min(PAGE, left);
    const asked = reader.read({ ...query, after, limit });
    const page = isPromiseLike(asked) ? await asked : asked;
    yield* page;
    left -= page.length;
    after = page.at(-1)?.seq ?? after;
    if (page.length < limit) return;
  }
}

/** Tells whether a record is asked for: everything of a query but `limit`. Reads it as text only when the query wants a text. */
export function matchesQuery({ seq, record }: ChainedRecord, query: AuditQuery): boolean {
  const { session, machine, type, since, until, after, text, ...members } = query;
  if (after !== undefined && seq <= after) return false;
  if (session !== undefined && record.sessionId !== session) return false;
  if (machine !== undefined && record.machine !== machine) return false;
  if (type !== undefined && record.type !== type) return false;
  if ((since !== undefined && record.at < since) || (until !== undefined && record.at >= until)) return false;
  const { ruling, guard, code, tool, kind, agent } = members;
  const found = record as AuditRecord & Partial<Record<'ruling' | 'guard' | 'code' | 'tool' | 'kind' | 'agentId', string>>;
  if (ruling !== undefined && found.ruling !== ruling) return false;
  if (guard !== undefined && found.guard !== guard) return false;
  if (code !== undefined && found.code !== code) return false;
  if (tool !== undefined && found.tool !== tool) return false;
  if (kind !== undefined && found.kind !== kind) return false;
  if (agent !== undefined && found.agentId !== agent) return false;
  return text === undefined || JSON.stringify(record).toLowerCase().includes(text.toLowerCase());
}
