import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { All, PolicyEngine, block, guard, pass } from '@licet/core';
import { Budget } from '@licet/guards';
import { describe, expect, it, onTestFinished } from 'vitest';

import { started } from './fixtures.ts';

const ACTION = { kind: 'read', payload: { path: 'a.txt' }, sessionId: 's', callId: 'c' };

/** Establishes a fact by what a call has come to. */
const noting = guard('noting', () => pass(), {
  record: (_action, { status }, { session }) => void session.setFact('read', status),
});

/** A server whose state lies in a file, and what takes the file away and brings it back. */
async function overState() {
  const folder = mkdtempSync(join(tmpdir(), 'licet-outcomes-'));
  const file = join(folder, 'state.db');
  const state = sqliteState(file);
  onTestFinished(() => {
    state.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const closed = guard('closed', ({ kind }) => (kind === 'write' ? block('closed', { fix: 'read' }) : pass()));
  const policy = All(Budget({ max: 1, per: 'session' }), noting, closed);
  const { sessions, approvals, audit } = state;
  const engine = new PolicyEngine(policy, { sessions, approvals, audit });
  const server = await started(policy, { open: async () => ({ engine, settings: {}, sources: [] }) });
  const records = (type: 'outcome' | 'anomaly') => state.audit.read({ type }).map(({ record }) => record);
  return {
    ...server,
    state,
    records,
    takeAway: () => renameSync(file, `${file}.away`),
    bringBack: () => renameSync(`${file}.away`, file),
  };
}

describe('POST /v1/outcome', () => {
  it('says that nothing is kept while the state cannot be written, and takes the same report later, whole', async () => {
    const { post, state, records, takeAway, bringBack } = await overState();
    const { id } = (await post('/v1/evaluate', { action: ACTION })).body;
    const report = { evaluationId: id, outcome: { status: 'denied' } };
    takeAway();
    const refused = await post('/v1/outcome', report);
    bringBack();

    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.error).toMatchObject({
      code: 'outcome_not_recorded',
      message: expect.stringContaining('report it again'),
    });
    expect(records('outcome')).toEqual([]);

    const taken = await post('/v1/outcome', report);
    const [session] = await state.inspect.sessions();
    expect([taken.status, taken.body]).toEqual([200, { recorded: true }]);
    expect(records('outcome')).toMatchObject([{ status: 'denied', callId: 'remote:c' }]);
    expect(session?.facts).toMatchObject({ read: 'denied' });
    expect((await post('/v1/evaluate', { action: { ...ACTION, callId: 'd' } })).body.passed).toBe(true);
  });

  it('takes a report that comes twice once, and gives it the same answer', async () => {
    const { post, records } = await overState();
    const { id } = (await post('/v1/evaluate', { action: ACTION })).body;
    const report = { evaluationId: id, outcome: { status: 'ok' } };
    const answers = [await post('/v1/outcome', report), await post('/v1/outcome', report)];
    answers.push(...(await Promise.all([post('/v1/outcome', report), post('/v1/outcome', report)])));
    answers.push(await post('/v1/outcome', { action: ACTION, outcome: report.outcome }));

    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { recorded: true }]));
    expect(records('outcome')).toHaveLength(1);
    expect(records('anomaly')).toEqual([]);
  });

  it('refuses another outcome of the same call, and one of a call that was stopped, and writes both down', async () => {
    const { post, records } = await overState();
    await post('/v1/evaluate', { action: ACTION });
    await post('/v1/outcome', { action: ACTION, outcome: { status: 'ok' } });
    const stopped = { ...ACTION, kind: 'write', callId: 'w' };
    await post('/v1/evaluate', { action: stopped });
    const other = await post('/v1/outcome', { action: ACTION, outcome: { status: 'denied' } });
    const after = await post('/v1/outcome', { action: stopped, outcome: { status: 'ok' } });
    const unknown = await post('/v1/outcome', { action: { ...ACTION, callId: 'never' }, outcome: { status: 'ok' } });

    expect([other, after, unknown].map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'second_outcome'],
      [409, 'outcome_after_block'],
      [404, 'unknown_evaluation'],
    ]);
    expect(records('anomaly').map(record => 'code' in record && record.code)).toEqual([
      'second_outcome',
      'outcome_after_block',
      'unknown_evaluation',
    ]);
  });
});
