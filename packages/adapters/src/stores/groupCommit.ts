import type { AuditRecord, MaybePromise } from '@licet/core';
import type { BatchAuditSink } from '@licet/core/store';
import { InvariantError } from '@licet/core';

/** How long records wait for others. */
export interface GroupCommitOptions {
  /** The most milliseconds that a record waits. @defaultValue 2 */
  readonly windowMs?: number;
  /** How many records are written at once at most. @defaultValue 100 */
  readonly count?: number;
}

/** A sink whose records are written together. */
export interface GroupCommit extends BatchAuditSink {
  append(record: AuditRecord): Promise<void>;
  appendAll(records: readonly AuditRecord[]): Promise<void>;
  /** Writes what waits now. Rejects when it cannot be written; those who wait for it hear the same. */
  flush(): Promise<void>;
}

interface Waiting {
  readonly records: readonly AuditRecord[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets a process that judges many actions at a time write their records together: each evaluation waits until the batch that
 * its record is in has been written, so none passes unrecorded, and a batch that cannot be written blocks all of them.
 * Worth it where a write is dear: `durability: 'full'`, a database on another machine. Nothing for `evaluateSync`, which cannot wait.
 *
 * @example
 * ```ts
 * import { groupCommit } from '@licet/adapters';
 * import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
 *
 * const trail = memoryAudit();
 * const engine = new PolicyEngine(guard('yes', () => pass()), { audit: groupCommit(trail, { windowMs: 5, count: 50 }) });
 * await Promise.all(['a', 'b', 'c'].map(callId => engine.evaluate({ kind: 'read', callId })));
 * trail.records.length; // => 3
 * ```
 */
export function groupCommit(sink: BatchAuditSink, { windowMs = 2, count = 100 }: GroupCommitOptions = {}): GroupCommit {
  if (!(windowMs >= 0)) throw new InvariantError('invalid_param', `\`windowMs\` must be at least 0, found \`${windowMs}\``);
  if (!(count >= 1)) throw new InvariantError('invalid_param', `\`count\` must be at least 1, found \`${count}\``);
  let waiting: Waiting[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    [waiting, size] = [[], 0];
    if (batch.length === 0) return writing;
    const written = writing.then(() => writeBatch(sink, batch));
    writing = written.catch(() => undefined);
    return written;
  };
  const appendAll = (records: readonly AuditRecord[]): Promise<void> => {
    if (records.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      waiting.push({ records, resolve, reject });
      size += records.length;
      if (size >= count) flush().catch(() => undefined);
      else timer ??= setTimeout(() => void flush().catch(() => undefined), windowMs);
    });
  };
  return Object.freeze<GroupCommit>({ append: record => appendAll([record]), appendAll, flush });
}

async function writeBatch(sink: BatchAuditSink, batch: readonly Waiting[]): Promise<void> {
  try {
    const written: MaybePromise<void> = sink.appendAll(batch.flatMap(({ records }) => records));
    await written;
  } catch (error) {
    for (const { reject } of batch) reject(error);
    throw error;
  }
  for (const { resolve } of batch) resolve();
}
