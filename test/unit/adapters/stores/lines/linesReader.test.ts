import { linesReader } from '@licet/adapters/lines';
import type { AuditRecord } from '@licet/core';
import { readAll } from '@licet/core/store';
import * as fc from 'fast-check';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { writeOldTrail } from '../../../../support/oldTrail.ts';
import { cases } from '../../../../support/longRuns.ts';

const root = mkdtempSync(join(tmpdir(), 'licet-reader-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

const outcome = (index: number): AuditRecord => ({
  type: 'outcome',
  at: index,
  evaluationId: `e${index}`,
  sessionId: index % 2 === 0 ? 'even' : 'odd',
  status: 'error',
  error: 'ü'.repeat(index % 7),
});

const trail = (records: number, sizeBytes: number): string => {
  const folder = join(root, String(count++));
  writeOldTrail(
    join(folder, 'a.jsonl'),
    Array.from({ length: records }, (_, index) => outcome(index + 1)),
    sizeBytes,
  );
  return folder;
};

const PATTERN = trail(30, 2_500);
const copy = (): string => {
  const folder = join(root, String(count++));
  cpSync(PATTERN, folder, { recursive: true });
  return folder;
};
const files = readdirSync(PATTERN)
  .filter(name => !name.includes('.head'))
  .toSorted((a, b) => Number(a === 'a.jsonl') - Number(b === 'a.jsonl') || a.localeCompare(b));

/** The number of the first record whose line begins at or behind a byte of a file. */
const recordAt = (bytes: Buffer, at: number): number => {
  const start = at === 0 ? 0 : bytes.lastIndexOf(0x0a, at - 1) + 1;
  return (JSON.parse(bytes.subarray(start, bytes.indexOf(0x0a, at)).toString()) as { seq: number }).seq;
};

const check = (folder: string) => linesReader(join(folder, 'a.jsonl')).verify();

describe('linesReader', () => {
  it('finds nothing wrong with what it was given, over several files', () => {
    expect(files.length).toBeGreaterThan(3);
    expect(check(PATTERN)).toMatchObject({ valid: true, first: 1, records: 30 + files.length - 1 });
  });

  it('finds any changed byte, at the record that it belongs to', () => {
    fc.assert(
      fc.property(fc.nat(files.length - 1), fc.nat(), fc.integer({ min: 1, max: 255 }), (index, place, change) => {
        const folder = copy();
        const file = join(folder, files[index] ?? '');
        const bytes = readFileSync(file);
        const at = place % bytes.length;
        const seq = recordAt(bytes, at);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        writeFileSync(file, bytes);
        const { valid, bad } = check(folder);
        rmSync(folder, { recursive: true });

        expect(valid).toBe(false);
        // The record that a rotation repeats is found where it is missing, or where it does not fit.
        expect([seq, seq + 1]).toContain(bad?.seq);
      }),
      { numRuns: cases(100) },
    );
  });

  it('finds any line that is gone, doubled, or in another place', () => {
    fc.assert(
      fc.property(
        fc.nat(files.length - 1),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('delete', 'double', 'swap', 'insert'),
        (index, one, two, what) => {
          const folder = copy();
          const file = join(folder, files[index] ?? '');
          const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
          const [a, b] = [one % lines.length, two % lines.length];
          fc.pre(what !== 'swap' || a !== b);
          const changed =
            what === 'delete'
              ? lines.toSpliced(a, 1)
              : what === 'swap'
                ? lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '')
                : lines.toSpliced(a, 0, what === 'double' ? (lines[b] ?? '') : '{}');
          writeFileSync(file, `${changed.join('\n')}\n`);
          const { valid } = check(folder);
          rmSync(folder, { recursive: true });

          // The line that a rotation repeats says nothing that the file before it has not said.
          if (what === 'double' && a === b && a === 0 && index > 0) return;
          expect(valid).toBe(false);
        },
      ),
      { numRuns: cases(100) },
    );
  });

  it('finds any cut end, with the head or with an anchor, and any file that is gone or changed places', () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (place, hasHead) => {
        const folder = copy();
        const file = join(folder, 'a.jsonl');
        const anchor = linesReader(file).head();
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.subarray(0, place % bytes.length));
        if (!hasHead) for (const name of readdirSync(folder)) if (name.includes('.head')) rmSync(join(folder, name));
        const report = hasHead ? linesReader(file).verify() : linesReader(file).verify(anchor);
        rmSync(folder, { recursive: true });

        expect(report.valid).toBe(false);
      }),
    );
    for (const name of files) {
      const folder = copy();
      rmSync(join(folder, name));
      expect(check(folder).valid).toBe(false);
      const [one, other] = [join(PATTERN, name), join(PATTERN, files[(files.indexOf(name) + 1) % files.length] ?? '')];
      cpSync(one, join(folder, other.slice(PATTERN.length)));
      cpSync(other, join(folder, name));
      expect(check(folder).valid).toBe(false);
    }
  });

  it('reads pages from the right place, in small files and in large ones', async () => {
    const folder = trail(4_000, 400_000);
    const reader = linesReader(join(folder, 'a.jsonl'));
    const all = reader.read();
    const found: number[] = [];
    for await (const { seq } of readAll(reader, { session: 'even', after: 1_501 })) found.push(seq);

    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: all.length }, (_, index) => index + 1));
    expect(found).toEqual(all.filter(({ seq, record }) => seq > 1_501 && record.sessionId === 'even').map(({ seq }) => seq));
    for (const after of [0, 1, 777, 3_999, all.length - 1, all.length, all.length + 5])
      expect(reader.read({ after, limit: 2 }).map(({ seq }) => seq)).toEqual(
        [after + 1, after + 2].filter(seq => seq <= all.length),
      );
  });

  it('leaves an unfinished last line out', () => {
    const folder = copy();
    const file = join(folder, 'a.jsonl');
    const before = linesReader(file).verify();
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"seq":`);

    expect(linesReader(file).verify()).toEqual(before);
    expect(linesReader(file).head().seq).toBe(before.head.seq);
  });

  it('says what is wrong when it cannot read', () => {
    expect(() => linesReader(root).read()).toThrow(/the audit trail `.*` cannot be read: EISDIR/);
  });
});
