import { sqliteState } from '@licet/adapters/sqlite';
import { installedSqlite } from '@licet/adapters/sqlite';
import type { AuditRecord } from '@licet/core';
import { canonicalJson } from '@licet/core/text';
import { GENESIS, chainHash } from '@licet/core/store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const outcome = (evaluationId: string): AuditRecord => ({ type: 'outcome', at: 1, evaluationId, sessionId: 's', status: 'ok' });

const trail = (records: number): string => {
  const file = join(folder, `${count++}.db`);
  const { audit, close } = sqliteState(file);
  for (let index = 1; index <= records; index++) audit.append(outcome(String(index)));
  close();
  return file;
};

const tamper = (file: string, sql: string): void => {
  const driver = installedSqlite(file);
  driver.exec(sql);
  driver.close();
};

describe('sqliteAudit', () => {
  it('links every record to the one before it', () => {
    const { audit } = sqliteState(trail(2));
    const [first, second] = audit.read();

    expect(first).toMatchObject({ seq: 1, prev: GENESIS, record: outcome('1') });
    expect(second).toMatchObject({
      seq: 2,
      prev: first?.hash,
      hash: chainHash(first?.hash ?? '', 2, canonicalJson(outcome('2'))),
    });
  });

  test.each([
    [
      'a changed record',
      `update audit set record = replace(record, 'ok', 'error') where seq = 3`,
      { seq: 3, why: 'its content does not match its hash' },
    ],
    [
      'a changed link',
      `update audit set prev = '${GENESIS}' where seq = 3`,
      { seq: 3, why: 'it does not follow the record before it' },
    ],
    ['a record that is gone', 'delete from audit where seq = 3', { seq: 3, why: 'the record is missing' }],
    [
      'two records that changed places',
      'update audit set seq = -seq where seq in (3, 4); update audit set seq = 7 + seq where seq < 0',
      { seq: 3, why: 'it does not follow the record before it' },
    ],
  ])('finds %s', (_what, sql, bad) => {
    const file = trail(5);
    tamper(file, sql);

    expect(sqliteState(file).audit.verify()).toMatchObject({ valid: false, bad });
  });

  it('finds a cut end only with an anchor', () => {
    const file = trail(5);
    const { head } = sqliteState(file).audit.verify();
    tamper(file, 'delete from audit where seq > 3');
    const { audit } = sqliteState(file);

    expect(audit.verify().valid).toBe(true);
    expect(audit.verify(head)).toMatchObject({ valid: false, bad: { seq: 4 } });
  });

  it('finds a trail that was rewritten after an anchor', () => {
    const file = trail(2);
    const { head } = sqliteState(file).audit.verify();

    expect(sqliteState(trail(3)).audit.verify({ ...head, hash: GENESIS })).toMatchObject({ valid: false, bad: { seq: 2 } });
  });

  it('answers by session, type and place', () => {
    const { audit } = sqliteState(trail(5));

    expect(audit.read({ session: 'other' })).toEqual([]);
    expect(audit.read({ session: 's', type: 'outcome', after: 2, limit: 2 }).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(audit.read({ since: 2 })).toEqual([]);
  });
});
