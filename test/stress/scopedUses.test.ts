import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import type { AnswerRecord, EvaluationRecord } from '@licet/core/store';
import { giveAnswer } from '@licet/core/store';
import { afterAll, describe, expect, it } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { ended, start } from './processes.ts';
import { scopedEngine, scopedScope } from './scopedPolicy.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-scoped-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROCESSES = 16;
const KILLS = isLongRun ? 40 : 10;

/** Makes a state in which one request waits. */
async function asked(name: string): Promise<{ readonly file: string; readonly id: string }> {
  const file = join(folder, `${name}.db`);
  const state = sqliteState(file);
  const { approval } = await scopedEngine(state).evaluate({
    kind: 'tool',
    tool: 'send',
    payload: {},
    sessionId: 's',
    callId: '0',
  });
  state.close();
  return { file, id: approval?.id ?? '' };
}

async function approve(file: string, id: string, uses: number): Promise<void> {
  const state = sqliteState(file);
  const stored = await state.approvals.find(id, Date.now());
  if (stored === undefined) throw new Error('nothing waits');
  await giveAnswer(state, stored, { granted: [true], by: 'ann', channel: 'code', scope: scopedScope(uses) }, Date.now());
  state.close();
}

/** What the trail and the state say of a request. */
async function look(file: string, id: string) {
  const state = sqliteState(file);
  const records = (await state.audit.deeds?.request(id)) ?? [];
  const stored = await state.approvals.find(id, Date.now());
  const { valid } = state.audit.verify();
  state.close();
  const isUse = (record: AnswerRecord | EvaluationRecord): boolean => record.type === 'evaluation' && record.enforced === 'pass';
  const uses = records.filter(isUse).map(record => record.evaluationId);
  return { valid, uses, answers: records.filter(({ type }) => type === 'answer').length, holders: stored?.holders ?? [], stored };
}

describe('a yes for several calls, among processes', () => {
  it(`lets exactly as many calls run as it says, of ${PROCESSES} processes`, { timeout: 500_000 }, async () => {
    const { file, id } = await asked('crowd');
    const uses = 40;
    await approve(file, id, uses);

    const workers = Array.from({ length: PROCESSES }, (_, index) => start('scopedWorker.ts', [file, `p${index}`]));
    const results = await Promise.all(workers.map(ended));

    expect(results.map(({ code, errors }) => [code, errors])).toEqual(results.map(() => [0, '']));
    const ran = results.flatMap(({ output }) => output.split('\n').filter(line => line !== ''));
    const found = await look(file, id);
    expect(ran).toHaveLength(uses);
    expect(found.uses.toSorted()).toEqual(ran.toSorted());
    expect(found.holders).toHaveLength(uses);
    expect(found.valid).toBe(true);
  });

  it(`loses and gains no use at ${KILLS} kills on the way to the last one`, { timeout: 500_000 }, async () => {
    const uses = 3;
    let kills = 0;
    for (let round = 0; round < KILLS; round++) {
      const { file, id } = await asked(`use${round}`);
      await approve(file, id, uses);
      const first = await ended(start('scopedWorker.ts', [file, 'a', String(1 + round * 7)]));
      if (first.signal === 'SIGKILL') kills += 1;
      const second = await ended(start('scopedWorker.ts', [file, 'b']));
      expect([second.code, second.errors]).toEqual([0, '']);
      const ran = `${first.output}${second.output}`.split('\n').filter(line => line !== '');
      const found = await look(file, id);
      expect(found.uses).toHaveLength(uses);
      expect(found.holders).toHaveLength(uses);
      expect(ran.filter(each => !found.uses.includes(each))).toEqual([]);
      expect(found.valid).toBe(true);
    }
    expect(kills).toBeGreaterThan(KILLS / 3);
  });

  it('is given with its record, or not at all, where the process dies between them', { timeout: 500_000 }, async () => {
    let [kills, given] = [0, 0];
    for (let at = 1; at <= 24; at++) {
      const { file, id } = await asked(`answer${at}`);
      const result = await ended(start('scopedWorker.ts', [file, 'a', String(at), 'answer', '5']));
      if (result.signal === 'SIGKILL') kills += 1;
      const found = await look(file, id);
      const isGiven = found.answers > 0;
      expect(found.stored?.status).toBe(isGiven ? 'granted' : 'pending');
      if (isGiven) given += 1;
    }
    expect(kills).toBeGreaterThan(3);
    expect(given).toBeGreaterThan(0);
  });
});
