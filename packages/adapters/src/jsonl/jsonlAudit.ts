import { resolve } from 'node:path';

import type { AuditRecord, BatchAuditSink } from '@licet/core';

import type { OpenDriver } from '../stores/sqlite/driver.ts';
import { builtinSqlite } from '../stores/sqlite/driver.ts';
import { trailFailure } from './failure.ts';
import { heal, missing } from './heal.ts';
import type { TrailHead } from './headLock.ts';
import { headLock } from './headLock.ts';
import { textOf } from './line.ts';
import { checkRotation, completeRotation, makeRoom, resumeRotation } from './rotate.ts';
import type { Rotation } from './rotate.ts';
import type { Durability, TrailFile } from './trailFile.ts';
import { trailFile } from './trailFile.ts';

/** How {@link jsonlAudit} keeps its file. */
export interface JsonlAuditOptions {
  /** `normal` survives a crash of the process, `full` also a loss of power, at several times the cost. @defaultValue 'normal' */
  readonly durability?: Durability;
  /** When a file is closed and the next begun. @defaultValue never */
  readonly rotate?: Rotation;
  /** The SQLite that the lock is kept in. @defaultValue `builtinSqlite` */
  readonly open?: OpenDriver;
  /** How long to wait for another process, in milliseconds. @defaultValue 5000 */
  readonly busyTimeoutMs?: number;
}

/** A trail in a file that may be appended to. */
export interface JsonlAudit extends BatchAuditSink {
  append(record: AuditRecord): void;
  appendAll(records: readonly AuditRecord[]): void;
  close(): void;
}

/**
 * Keeps the audit trail in a file, one JSON object a line: `{"seq","prev","hash","record"}`, one chain however many processes
 * append. Number and link are found under a lock that the kernel frees when a process dies; it lies beside the file, in
 * `FILE.head`, with the end of the chain. Nothing is opened before the first record; a missing folder is made.
 *
 * What a crash leaves behind is healed by the next record: whole lines are taken over, and the rest of a torn one is cut off,
 * which is written down. A file that was shortened, moved away or written to by somebody else is written down too, and fails the check. What cannot
 * be written whole throws a `GovernanceError` of code `audit_unavailable` and the engine blocks; the next record tries anew.
 *
 * @example
 * ```ts
 * import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { jsonlAudit, jsonlReader } from '@licet/adapters/jsonl';
 * import { PolicyEngine, guard, pass } from '@licet/core';
 *
 * const folder = mkdtempSync(join(tmpdir(), 'trail-'));
 * const audit = jsonlAudit(join(folder, 'audit.jsonl'), { rotate: { sizeBytes: 10 * 1024 * 1024, keep: 5 } });
 * new PolicyEngine(guard('yes', () => pass()), { audit }).evaluateSync({ kind: 'read' });
 * readFileSync(join(folder, 'audit.jsonl'), 'utf8').startsWith('{"seq":1,'); // => true
 * jsonlReader(join(folder, 'audit.jsonl')).verify().valid; // => true
 * audit.close();
 * rmSync(folder, { recursive: true });
 * ```
 */
export function jsonlAudit(path: string, options: JsonlAuditOptions = {}): JsonlAudit {
  const { durability = 'normal', rotate = {}, open = builtinSqlite, busyTimeoutMs = 5_000 } = options;
  checkRotation(rotate);
  const file = resolve(path);
  const lock = headLock(`${file}.head`, { open, busyTimeoutMs });
  const trail = trailFile(file, durability);
  const close = (): void => {
    trail.close();
    lock.close();
  };
  const appendAll = (records: readonly AuditRecord[]): void => {
    if (records.length === 0) return;
    try {
      const texts = records.map(textOf);
      const at = records[0]?.at ?? 0;
      lock.hold(known => {
        const head = settled(trail, known, at, rotate);
        return trail.write(makeRoom(trail, head, texts, at, rotate), texts);
      });
    } catch (error) {
      close();
      throw trailFailure(error, file);
    }
  };
  return Object.freeze<JsonlAudit>({ append: record => appendAll([record]), appendAll, close });
}

/** Finds where the trail really ends, and writes down what was found on the way. */
function settled(trail: TrailFile, head: TrailHead | undefined, at: number, rotate: Rotation): TrailHead {
  const found = trail.current();
  const isSame = head !== undefined && found?.ino === head.ino && found.size >= head.size;
  const known = isSame ? head : (resumeRotation(trail, head ?? NOWHERE) ?? head);
  const current = trail.current();
  if (current === undefined && known !== undefined) {
    const created = { ...known, size: 0, ino: trail.create().ino, begunAt: at };
    return trail.write(created, [textOf(missing(known, at))]);
  }
  const healed = heal(current ?? trail.create(), known, at);
  if (healed.anomalies.length > 0) return trail.write(healed.head, healed.anomalies.map(textOf));
  return healed.pending === undefined ? healed.head : completeRotation(trail, healed.pending, healed.head, rotate);
}

const NOWHERE = Object.freeze({ seq: 0 });
