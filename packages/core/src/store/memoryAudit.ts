import type { AnswerRecord, AuditRecord, BatchAuditSink, DeedReader, EvaluationRecord, FactRecord } from '../ports/audit.ts';
import type { ChainedRecord } from './auditChain.ts';
import { GENESIS, chainCheck, chainHash, deedKey } from './auditChain.ts';
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
  const links: (ChainedRecord & { readonly text: string })[] = [];
  const chain = (): typeof links => {
    for (const record of records.slice(links.length)) {
      const [seq, prev] = [links.length + 1, links.at(-1)?.hash ?? GENESIS];
      const text = canonicalJson(record);
      links.push({ seq, record, text, prev, hash: chainHash(prev, seq, text) });
    }
    return links;
  };
  return Object.freeze<MemoryAudit>({
    records,
    deeds: Object.freeze<DeedReader>({
      request: id =>
        records.filter((record): record is AnswerRecord | EvaluationRecord => record.type !== 'fact' && deedKey(record) === id),
      deed: id => records.findLast((record): record is FactRecord => record.type === 'fact' && record.deed === id),
    }),
    append: record => void records.push(record),
    appendAll(all) {
      for (const record of all) records.push(record);
    },
    read: (query = {}) =>
      chain()
        .filter(each => matchesQuery(each, query))
        .slice(0, query.limit),
    head: () => chain().at(-1) ?? { seq: 0, hash: GENESIS },
    verify(...anchors) {
      const check = chainCheck({ anchors });
      for (const link of chain()) check.add(link);
      return check.report();
    },
  });
}
