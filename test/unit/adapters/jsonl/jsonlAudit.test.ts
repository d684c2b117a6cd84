import { jsonlAudit, jsonlReader } from '@licet/adapters/jsonl';
import type { JsonlAuditOptions } from '@licet/adapters/jsonl';
import type { AuditRecord } from '@licet/core';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'licet-jsonl-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

const outcome = (index: number, text = 'ok'): AuditRecord => ({
  type: 'outcome',
  at: index * 1_000,
  evaluationId: `e${index}`,
  sessionId: 's',
  status: 'error',
  error: text,
});

const newFile = (): string => join(root, String(count++), 'audit.jsonl');

const append = (file: string, from: number, to: number, options: JsonlAuditOptions = {}): void => {
  const audit = jsonlAudit(file, options);
  for (let index = from; index <= to; index++) audit.append(outcome(index));
  audit.close();
};

const types = (file: string): readonly string[] =>
  jsonlReader(file)
    .read()
    .map(({ record }) => ('code' in record ? `${record.type}:${record.code}` : record.type));

const closed = (file: string): readonly string[] =>
  readdirSync(dirname(file))
    .filter(name => /\.\d{6}$/.test(name))
    .toSorted();

describe('jsonlAudit', () => {
  it('writes one line for each record, whoever opens the trail', () => {
    const file = newFile();
    append(file, 1, 2);
    append(file, 3, 3, { durability: 'full' });

    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');

    expect(lines.map(line => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2, 3]);
    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 3, head: { seq: 3 } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes several records in one go, and nothing for none', () => {
    const file = newFile();
    const audit = jsonlAudit(file);
    audit.appendAll([]);
    audit.appendAll([outcome(1), outcome(2), outcome(3)]);
    audit.close();

    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 3 });
  });

  it('carries any text', () => {
    const file = newFile();
    const audit = jsonlAudit(file);
    const texts = ['\u0000', '\n', 'ü€𝄞', '"}}', '\u2028', 'x'.repeat(700_000)];
    for (const [index, text] of texts.entries()) audit.append(outcome(index, text));
    audit.close();

    expect(jsonlReader(file).verify().valid).toBe(true);
    expect(
      jsonlReader(file)
        .read()
        .map(({ record }) => (record.type === 'outcome' ? record.error : '')),
    ).toEqual(texts);
  });

  it('refuses a record that cannot be written as it is, and goes on', () => {
    const file = newFile();
    const audit = jsonlAudit(file);

    expect(() => audit.append(outcome(1, '\ud800'))).toThrow(/lone surrogate/);
    audit.append(outcome(2));
    audit.close();
    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 1 });
  });

  it('takes over a line that was written before a crash, and cuts off a torn one', () => {
    const file = newFile();
    append(file, 1, 2);
    const head = readFileSync(`${file}.head`);
    append(file, 3, 4);
    rmSync(`${file}.head`);
    writeFileSync(`${file}.head`, head);
    appendFileSync(file, '{"seq":5,"prev":"00');
    append(file, 5, 5);

    expect(types(file)).toEqual(['outcome', 'outcome', 'outcome', 'outcome', 'anomaly:trail_torn', 'outcome']);
    expect(jsonlReader(file).read({ code: 'trail_torn' })[0]?.record).toMatchObject({
      detail: '19 bytes of an unfinished record were cut off',
    });
    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 6 });
  });

  it('goes on behind the last line when nobody knows the head any more', () => {
    const file = newFile();
    append(file, 1, 3);
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}.head${end}`, { force: true });
    appendFileSync(file, 'torn');
    append(file, 4, 4);

    expect(types(file)).toEqual(['outcome', 'outcome', 'outcome', 'anomaly:trail_torn', 'outcome']);
    expect(jsonlReader(file).verify().valid).toBe(true);
  });

  it('says what was cut off the end, and the check finds it for ever', () => {
    const file = newFile();
    append(file, 1, 4);
    const size = readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n').length + 1;
    truncateSync(file, size);

    expect(jsonlReader(file).verify().bad).toEqual({ seq: 3, why: 'the trail ends before the anchor: it has been cut' });
    append(file, 5, 5);
    expect(types(file)).toEqual(['outcome', 'outcome', 'anomaly:trail_cut', 'outcome']);
    expect(jsonlReader(file).verify().bad).toEqual({ seq: 3, why: 'the record is missing' });
  });

  it('leaves lines of others where they are, says so, and the check finds them', () => {
    const file = newFile();
    append(file, 1, 2);
    appendFileSync(file, 'not ours\n{"seq":3}\n');
    append(file, 3, 3);

    expect(types(file)).toEqual(['outcome', 'outcome', 'anomaly:trail_foreign', 'outcome']);
    expect(jsonlReader(file).verify().bad).toEqual({ seq: 3, why: 'there is a line that is no record' });
  });

  it.each(['moved away', 'deleted', 'emptied'])('goes on, and says so, when the file was %s by somebody else', how => {
    const file = newFile();
    const audit = jsonlAudit(file);
    audit.append(outcome(1));
    audit.append(outcome(2));
    if (how === 'moved away') renameSync(file, `${file}.old`);
    else if (how === 'deleted') rmSync(file);
    else truncateSync(file);
    audit.append(outcome(3));
    audit.close();

    expect(types(file)).toEqual([how === 'emptied' ? 'anomaly:trail_cut' : 'anomaly:trail_missing', 'outcome']);
    expect(jsonlReader(file).verify().bad).toEqual({ seq: 1, why: 'the records 1 to 2 are missing' });
    if (how === 'moved away') {
      renameSync(`${file}.old`, `${file}.000001`);
      expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 4 });
    }
  });

  it('notices that its lock was replaced', () => {
    const file = newFile();
    const one = jsonlAudit(file);
    one.append(outcome(1));
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}.head${end}`, { force: true });
    append(file, 2, 2);
    one.append(outcome(3));
    one.close();

    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 3 });
  });

  it.each([
    [
      'a directory is in its place',
      (file: string) => mkdirSync(file, { recursive: true }),
      /a directory is in its place; move it away/,
    ],
    [
      'its folder is a file',
      (file: string) => writeFileSync(dirname(file), ''),
      /a file lies where its folder should be; move it away/,
    ],
    [
      'its lock is damaged',
      (file: string) => {
        mkdirSync(dirname(file));
        writeFileSync(`${file}.head`, 'not a database, and long enough to be taken for one '.repeat(100));
      },
      /its lock file `\.head` is damaged; move that away/,
    ],
    [
      'it ends in something else',
      (file: string) => {
        mkdirSync(dirname(file));
        writeFileSync(file, 'something else\n');
      },
      /ends in a line that is no record/,
    ],
  ])('fails with a code and a way out while %s, and works again afterwards', (_what, spoil, message) => {
    const file = newFile();
    spoil(file);
    const audit = jsonlAudit(file);

    expect(() => audit.append(outcome(1))).toThrow(
      expect.objectContaining({ code: 'audit_unavailable', message: expect.stringMatching(message) }),
    );
    rmSync(dirname(file), { recursive: true });
    audit.append(outcome(1));
    audit.close();
    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 1 });
  });

  it('makes its folder again when that goes away in between', () => {
    const file = newFile();
    const audit = jsonlAudit(file);
    audit.append(outcome(1));
    rmSync(dirname(file), { recursive: true });
    audit.append(outcome(2));
    audit.close();

    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, records: 1 });
  });
});

describe('rotation', () => {
  it('closes a file with a record that begins the next one, and the check goes across', () => {
    const file = newFile();
    append(file, 1, 12, { rotate: { sizeBytes: 1_200 } });
    const files = closed(file);
    const [first, second] = files.map(name =>
      readFileSync(join(dirname(file), name), 'utf8')
        .trimEnd()
        .split('\n'),
    );

    expect(files.length).toBeGreaterThan(2);
    expect(JSON.parse(first?.at(-1) ?? '')).toMatchObject({ record: { type: 'rotation', first: 1, file: 1 } });
    expect(second?.[0]).toBe(first?.at(-1));
    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, first: 1, records: 12 + files.length });
    expect(jsonlReader(file).read({ type: 'outcome' })).toHaveLength(12);
    expect(
      jsonlReader(file)
        .read()
        .map(({ seq }) => seq),
    ).toEqual(Array.from({ length: 12 + files.length }, (_, index) => index + 1));
  });

  it('closes a file that is too old', () => {
    const file = newFile();
    append(file, 1, 5, { rotate: { ageMs: 2_000 } });

    expect(closed(file)).toHaveLength(2);
    expect(jsonlReader(file).verify().valid).toBe(true);
  });

  test.each([0, 1, 2])('keeps %i closed files, and the check knows what is gone', keep => {
    const file = newFile();
    append(file, 1, 15, { rotate: { sizeBytes: 1_200, keep } });
    const report = jsonlReader(file).verify();

    expect(closed(file)).toHaveLength(keep);
    expect(report.valid).toBe(true);
    expect(report.first).toBeGreaterThan(1);
    if (keep === 0) return;
    rmSync(join(dirname(file), closed(file)[0] ?? ''));
    expect(jsonlReader(file).verify().bad).toMatchObject({ seq: report.first, why: expect.stringMatching(/are missing/) });
  });

  it('finds two files that changed places', () => {
    const file = newFile();
    append(file, 1, 12, { rotate: { sizeBytes: 1_200 } });
    const [one = '', other = ''] = closed(file).map(name => join(dirname(file), name));
    renameSync(one, `${one}.x`);
    renameSync(other, one);
    renameSync(`${one}.x`, other);

    expect(jsonlReader(file).verify().valid).toBe(false);
  });

  it.each([
    'before the file is moved',
    'before the next file is begun',
    'in the first line of the next file',
    'before the head is written',
  ])('is completed after a crash %s', moment => {
    const file = newFile();
    const rotate = { sizeBytes: 100_000 };
    append(file, 1, 3);
    const head = `${file}.head`;
    const old = `${file}.old`;
    copyFileSync(head, old);
    append(file, 4, 4, { rotate: { sizeBytes: 10 } });
    const [name = ''] = closed(file);
    const before = join(dirname(file), name);
    const next = readFileSync(file, 'utf8').split('\n')[0] ?? '';
    copyFileSync(old, head);
    rmSync(old);
    if (moment === 'before the file is moved') renameSync(before, file);
    if (moment === 'before the next file is begun') rmSync(file);
    if (moment === 'in the first line of the next file') writeFileSync(file, next.slice(0, 50));
    append(file, 5, 5, { rotate });

    expect(closed(file).map(each => basename(each))).toEqual(['audit.jsonl.000001']);
    expect(jsonlReader(file).verify()).toMatchObject({ valid: true, first: 1 });
    expect(types(file).filter(type => type.startsWith('anomaly'))).toEqual([]);
  });

  it('refuses limits that make no sense', () => {
    expect(() => jsonlAudit('x', { rotate: { sizeBytes: 0 } })).toThrow(/`sizeBytes` of a rotation must be a number above 0/);
    expect(() => jsonlAudit('x', { rotate: { keep: 1.5 } })).toThrow(/`keep` of a rotation must be a whole number/);
  });
});
