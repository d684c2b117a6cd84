import type { AuditRecord, BatchAuditSink } from '../ports/audit.ts';
import type { ChainedRecord } from './auditChain.ts';
import { GENESIS, chainCheck, chainHash } from './auditChain.ts';
import type { AuditQuery, AuditReader } from './auditReader.ts';
import { matchesQuery } from './auditReader.ts';
import { canonicalJson } from '../text/canonical.ts';

/** A trail that is kept in memory. */
export interface MemoryAudit extends BatchAuditSink, AuditReader {
  readonly records: readonly AuditRecord[];
  append(record: AuditRecord): void;
  appendAll(records: readonly AuditRecord[]): void;
  read(query?: AuditQuery): readonly ChainedRecord[];
}

/**
 * Keeps the audit trail in this process. The chain is made when it is read.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
 *
 * const audit = memoryAudit();
 * new PolicyEngine(guard('yes', () => pass()), { audit }).evaluateSync({ kind: 'bash' });
 * audit.records.map(record => record.type); // => ['evaluation']
 * ```
 */
export function memoryAudit(): MemoryAudit {
  const records: AuditRecord[] = [];
  return Object.freeze<MemoryAudit>({
    records,
    append: record => void records.push(record),
    appendAll: all => void records.push(...all),
    read: (query = {}) =>
      chained(records)
        .filter(each => matchesQuery(each, query))
        .slice(0, query.limit),
    head: () => chained(records).at(-1) ?? { seq: 0, hash: GENESIS },
    verify(...anchors) {
      const check = chainCheck({ anchors });
      for (const link of chained(records)) check.add(link);
      return check.report();
    },
  });
}

function chained(records: readonly AuditRecord[]): readonly (ChainedRecord & { readonly text: string })[] {
  let prev = GENESIS;
  return records.map((record, index) => {
    const text = canonicalJson(record);
    const link = { seq: index + 1, record, text, prev, hash: chainHash(prev, index + 1, text) };
    prev = link.hash;
    return link;
  });
}
