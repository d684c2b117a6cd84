import type { AuditRecord } from '@licet/core';
import type { AuditPruner, AuditReader, BatchAuditSink, EvaluationRecord } from '@licet/core/store';
import { chainHash, GENESIS, PROJECT_SESSION, readAll } from '@licet/core/store';
import { canonicalJson } from '@licet/core/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A trail that a test may look at and, where its store can be changed from outside, tamper with. */
export interface Trail {
  /** Without `prune` where the trail ends with its process. */
  readonly audit: BatchAuditSink & AuditReader & Partial<AuditPruner>;
  /** Runs SQL on its tables. */
  readonly tamper?: (sql: string) => Promise<unknown> | void;
}

const outcome = (evaluationId: string, more: Partial<AuditRecord> = {}): AuditRecord =>
  ({ type: 'outcome', at: 1, evaluationId, sessionId: 's', status: 'ok', ...more }) as AuditRecord;

const evaluation = (evaluationId: string, more: Partial<EvaluationRecord> = {}): EvaluationRecord => ({
  type: 'evaluation',
  at: 1,
  evaluationId,
  sessionId: 's',
  kind: 'bash',
  payload: { command: 'ls' },
  actionDigest: 'a',
  policyDigest: 'p',
  ruling: 'pass',
  enforced: 'pass',
  code: 'ok',
  guard: 'g',
  risk: 0,
  durationMs: 1,
  ...more,
});

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', 'a\0b', "'; drop table audit; --", '\\', '{}', '\u2028'),
);

/** What every audit trail promises. `make` returns an empty one. */
export function auditTrailContract(name: string, make: () => Promise<Trail> | Trail): void {
  const numbers = async (audit: AuditReader, query: Parameters<AuditReader['read']>[0]): Promise<readonly number[]> =>
    (await audit.read(query)).map(({ seq }) => seq);

  describe(`${name}: the audit trail`, () => {
    it('is empty and whole at first', async () => {
      const { audit } = await make();

      expect(await audit.read()).toEqual([]);
      expect(await audit.head()).toEqual({ seq: 0, hash: GENESIS });
      expect(await audit.verify()).toMatchObject({ valid: true, records: 0, head: { seq: 0 } });
    });

    it('numbers records from one and links each to the one before it', async () => {
      const { audit } = await make();
      for (const id of ['1', '2', '3']) await audit.append(outcome(id));
      const records = await audit.read();

      expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(records.map(({ prev }) => prev)).toEqual([GENESIS, records[0]?.hash, records[1]?.hash]);
      for (const { prev, seq, record, hash } of records) expect(hash).toBe(chainHash(prev, seq, canonicalJson(record)));
      expect(await audit.head()).toMatchObject({ seq: 3, hash: records[2]?.hash });
    });

    it('writes several records at once as it would one after the other', async () => {
      const records = Array.from({ length: 30 }, (_, index) => outcome(String(index)));
      const [one, two] = [await make(), await make()];
      await one.audit.appendAll(records);
      const first = await one.audit.read();
      const again = one.audit === two.audit ? await make() : two;
      for (const record of records) await again.audit.append(record);

      expect(await again.audit.read()).toEqual(first);
      await again.audit.appendAll([]);
      expect((await again.audit.head()).seq).toBe(30);
    });

    it('finds what is asked for, and only that', async () => {
      const { audit } = await make();
      await audit.append(evaluation('1', { at: 10, agentId: 'ann', tool: 'Bash' }));
      await audit.append(evaluation('2', { at: 20, ruling: 'block', guard: 'h', code: 'secret', kind: 'write', sessionId: 't' }));
      await audit.append(outcome('1', { at: 30 }));
      await audit.append({ type: 'anomaly', at: 40, evaluationId: '2', sessionId: 't', code: 'second_outcome', detail: 'ÄRGER' });

      expect(await numbers(audit, { session: 't' })).toEqual([2, 4]);
      expect(await numbers(audit, { ruling: 'block' })).toEqual([2]);
      expect(await numbers(audit, { guard: 'g' })).toEqual([1]);
      expect(await numbers(audit, { code: 'second_outcome' })).toEqual([4]);
      expect(await numbers(audit, { type: 'outcome' })).toEqual([3]);
      expect(await numbers(audit, { tool: 'Bash', kind: 'bash', agent: 'ann' })).toEqual([1]);
      expect(await numbers(audit, { since: 20, until: 40 })).toEqual([2, 3]);
      expect(await numbers(audit, { text: 'ärger' })).toEqual([4]);
      expect(await numbers(audit, { after: 1, limit: 2 })).toEqual([2, 3]);
      expect(await numbers(audit, { session: 't', limit: 1 })).toEqual([2]);
      expect(await numbers(audit, { session: "t' or 1=1 --" })).toEqual([]);
      expect(await numbers(audit, { session: '' })).toEqual([]);
    });

    it('is read page by page, with nothing left out and nothing twice', async () => {
      const { audit } = await make();
      await audit.appendAll(Array.from({ length: 2_345 }, (_, index) => outcome(String(index), { sessionId: `s${index % 3}` })));
      const all: number[] = [];
      for await (const { seq } of readAll(audit, { session: 's1' })) all.push(seq);

      expect(all).toEqual(Array.from({ length: 782 }, (_, index) => 3 * index + 2));
      expect(await audit.verify()).toMatchObject({ valid: true, records: 2_345 });
    });

    it('keeps any text as it is, and its chain holds', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(text, text, fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 8 }),
          async rows => {
            const { audit } = await make();
            const records = rows.map(([id, word, at]) =>
              evaluation(id, { at, sessionId: word, guard: word, code: id, reason: word, payload: { [word]: id } }),
            );
            await audit.appendAll(records);

            expect((await audit.read()).map(({ record }) => record)).toEqual(JSON.parse(JSON.stringify(records)));
            expect(await audit.verify()).toMatchObject({ valid: true, records: rows.length });
            for (const { sessionId } of records)
              expect(await audit.read({ session: sessionId })).toHaveLength(
                records.filter(each => each.sessionId === sessionId).length,
              );
          },
        ),
        { numRuns: 25 },
      );
    });

    it('takes a record of a megabyte', async () => {
      const { audit } = await make();
      await audit.append(evaluation('1', { payload: { text: 'ü\0'.repeat(300_000) } }));

      expect(await audit.verify()).toMatchObject({ valid: true, records: 1 });
      expect((await audit.read())[0]?.record).toMatchObject({ payload: { text: 'ü\0'.repeat(300_000) } });
    });

    it('takes appends that come all at once', async () => {
      const { audit } = await make();
      await Promise.all(Array.from({ length: 100 }, async (_, index) => audit.append(outcome(String(index)))));

      expect(await audit.verify()).toMatchObject({ valid: true, records: 100 });
      expect(new Set((await audit.read()).map(({ record }) => record.evaluationId)).size).toBe(100);
    });

    it('holds against an anchor that was taken earlier, and not against that of another trail', async () => {
      const { audit } = await make();
      await audit.appendAll([outcome('1'), outcome('2')]);
      const anchor = await audit.head();
      await audit.append(outcome('3'));

      expect(await audit.verify(anchor)).toMatchObject({ valid: true });
      expect(await audit.verify({ seq: 2, hash: GENESIS })).toMatchObject({
        valid: false,
        bad: { seq: 2, why: 'it is not the record that the anchor was taken of' },
      });
      expect(await audit.verify(anchor, { seq: 9, hash: anchor.hash })).toMatchObject({ valid: false, bad: { seq: 4 } });
    });

    it.each([
      ['a changed record', ["update audit set record = replace(record, 'ok', 'error') where seq = 3"], 3],
      ['a changed link', [`update audit set prev = '${GENESIS}' where seq = 3`], 3],
      ['a changed hash', [`update audit set hash = '${GENESIS}' where seq = 3`], 3],
      ['a record that is gone', ['delete from audit where seq = 3'], 3],
      ['a beginning that is gone', ['delete from audit where seq < 3'], 1],
      [
        'two records that changed places',
        ['update audit set seq = -seq where seq in (3, 4)', 'update audit set seq = 7 + seq where seq < 0'],
        3,
      ],
      [
        'a record that was put in',
        [
          'insert into audit select -1, at, type, session, evaluation, ruling, guard, code, record, prev, hash, deed, machine from audit where seq = 3',
        ],
        0,
      ],
      ['a changed ruling to find it by', ["update audit set ruling = 'pass' where seq = 3"], 3],
      ['a changed session to find it by', ["update audit set session = 'other' where seq = 3"], 3],
      ['a changed time to find it by', ['update audit set at = at + 1 where seq = 3'], 3],
      ['a deed that is no longer found', ["update audit set deed = 'x' where seq = 3"], 3],
    ])('finds %s', async (_what, sql, bad) => {
      const { audit, tamper } = await make();
      if (tamper === undefined) return;
      await audit.appendAll(Array.from({ length: 5 }, (_, index) => outcome(String(index + 1))));
      for (const each of sql) await tamper(each);
      const report = await audit.verify();

      expect(report.valid).toBe(false);
      if (bad > 0) expect(report.bad?.seq).toBe(bad);
    });

    describe('that is pruned', () => {
      const aged = (...times: readonly number[]) => times.map((at, index) => outcome(String(index + 1), { at }));

      it('loses what is older, records that, and can still be verified', async () => {
        const { audit } = await make();
        if (audit.prune === undefined) return;
        await audit.appendAll(aged(10, 20, 30, 40));
        const [, second] = await audit.read();
        const anchor = await audit.head();

        expect(await audit.prune(30, 99)).toEqual({ removed: 2, first: 3 });
        expect(await numbers(audit, {})).toEqual([3, 4, 5]);
        expect((await audit.read({ type: 'rotation' })).map(({ record }) => record)).toEqual([
          {
            type: 'rotation',
            at: 99,
            evaluationId: 'prune',
            sessionId: PROJECT_SESSION,
            first: 3,
            pruned: { seq: 2, hash: second?.hash },
          },
        ]);
        expect(await audit.verify(anchor)).toMatchObject({ valid: true, records: 3, first: 3 });
        await audit.append(outcome('5', { at: 50 }));
        expect(await audit.prune(45, 100)).toEqual({ removed: 2, first: 5 });
        expect(await audit.verify(anchor)).toMatchObject({ valid: true, records: 3, first: 5 });
      });

      it('keeps what is young, also where something older comes after it', async () => {
        const { audit } = await make();
        if (audit.prune === undefined) return;
        await audit.appendAll(aged(10, 50, 20));

        expect(await audit.prune(5, 99)).toEqual({ removed: 0, first: 1 });
        expect(await audit.prune(30, 99)).toEqual({ removed: 1, first: 2 });
        expect(await numbers(audit, {})).toEqual([2, 3, 4]);
      });

      it('keeps the record of it where everything is older, and does nothing where nothing is there', async () => {
        const { audit } = await make();
        if (audit.prune === undefined) return;

        expect(await audit.prune(99, 99)).toEqual({ removed: 0, first: 1 });
        await audit.appendAll(aged(10, 20));
        expect(await audit.prune(99, 99)).toEqual({ removed: 2, first: 3 });
        expect(await audit.verify()).toMatchObject({ valid: true, records: 1, first: 3 });
      });

      it('is found to be cut where more is gone than it says', async () => {
        const { audit, tamper } = await make();
        if (audit.prune === undefined || tamper === undefined) return;
        await audit.appendAll(aged(10, 20, 30, 40));
        await audit.prune(20, 99);
        await tamper('delete from audit where seq < 4');

        expect(await audit.verify()).toMatchObject({ valid: false, bad: { seq: 2 } });
      });

      it('loses nothing of those who append meanwhile', async () => {
        const { audit } = await make();
        if (audit.prune === undefined) return;
        await audit.appendAll(aged(10, 20));
        const appended = Array.from({ length: 20 }, async (_, index) => audit.append(outcome(`new ${index}`, { at: 50 })));
        await Promise.all([...appended, audit.prune(30, 60)]);

        expect(await audit.verify()).toMatchObject({ valid: true, records: 21, first: 3 });
      });
    });

    it('finds a cut against an anchor', async () => {
      const { audit, tamper } = await make();
      if (tamper === undefined) return;
      await audit.appendAll([outcome('1'), outcome('2'), outcome('3')]);
      const anchor = await audit.head();
      await tamper('delete from audit where seq > 1');

      expect(await audit.verify(anchor)).toMatchObject({ valid: false, bad: { seq: 2 } });
    });
  });
}
