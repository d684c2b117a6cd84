import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { installedSqlite } from '@licet/adapters/sqlite';
import type { AuditRecord } from '@licet/core';
import type { Anchor } from '@licet/core/store';
import { canonicalJson } from '@licet/core/text';
import { GENESIS, TRAIL, chainHash } from '@licet/core/store';

/**
 * Writes a trail as versions before 0.2 kept it: one line for each record, files that are closed with a record that begins the
 * next one, and the end of the chain in a SQLite file beside them.
 */
export function writeOldTrail(file: string, records: readonly AuditRecord[], mostBytes: number = Number.POSITIVE_INFINITY): void {
  mkdirSync(dirname(file), { recursive: true });
  let last: Anchor = { seq: 0, hash: GENESIS };
  let [lines, size, closed] = [[] as string[], 0, 0];
  const add = (record: AuditRecord): string => {
    const [seq, text] = [last.seq + 1, canonicalJson(record)];
    const hash = chainHash(last.hash, seq, text);
    const line = `{"seq":${seq},"prev":"${last.hash}","hash":"${hash}","record":${text}}\n`;
    last = { seq, hash };
    lines.push(line);
    size += Buffer.byteLength(line);
    return line;
  };
  for (const record of records) {
    if (size > 0 && size + canonicalJson(record).length + 160 > mostBytes) {
      closed += 1;
      const line = add({ type: 'rotation', at: record.at, ...TRAIL, first: 1, file: closed });
      writeFileSync(`${file}.${String(closed).padStart(6, '0')}`, lines.join(''));
      [lines, size] = [[line], Buffer.byteLength(line)];
    }
    add(record);
  }
  writeFileSync(file, lines.join(''));
  const head = installedSqlite(`${file}.head`);
  head.exec(
    'create table head (id integer primary key, seq integer, hash text, size integer, ino integer, begun_at integer, first integer)',
  );
  head
    .prepare('insert into head (id, seq, hash, size, ino, begun_at, first) values (1, ?, ?, 0, 0, 0, 1)')
    .run(last.seq, last.hash);
  head.close();
}
