import { linesReader } from '@licet/adapters/lines';
import { sqliteState } from '@licet/adapters/sqlite';
import type { AuditRecord } from '@licet/core';
import { chainHash } from '@licet/core/store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { writeOldTrail } from '../../../support/oldTrail.ts';

it('a trail has the same hashes whether the core or the host computed them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-hash-'));
  const records: AuditRecord[] = [];
  const sqlite = sqliteState(join(folder, 'a.db'));
  for (let index = 0; index < 80; index++) {
    const record: AuditRecord = { type: 'outcome', at: index, evaluationId: 'ü𝄞', sessionId: 's', status: 'ok' };
    records.push(record);
    sqlite.audit.append(record);
  }
  writeOldTrail(join(folder, 'a.jsonl'), records);
  const lines = linesReader(join(folder, 'a.jsonl'));

  expect(lines.read()).toEqual(sqlite.audit.read());
  expect(lines.verify()).toMatchObject({ valid: true, records: 80 });
  expect(sqlite.audit.verify()).toMatchObject({ valid: true, records: 80 });
  expect(lines.read({ after: 70, limit: 1 })[0]?.hash).toBe(
    chainHash(
      lines.read({ after: 69, limit: 1 })[0]?.hash ?? '',
      71,
      '{"at":70,"evaluationId":"ü𝄞","sessionId":"s","status":"ok","type":"outcome"}',
    ),
  );
  sqlite.close();
  rmSync(folder, { recursive: true });
});
