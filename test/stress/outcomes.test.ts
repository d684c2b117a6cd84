import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { isEstablished } from '@licet/core/store';
import { expect, it, onTestFinished } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { npmTest, testsEngine } from './outcomePolicy.ts';
import { ended, start } from './processes.ts';

const ROUNDS = isLongRun ? 100 : 15;
const WAIT = { timeout: 120_000, interval: 2 };

it(
  'of one call that two processes report at the same moment, exactly one is recorded, and facts, counters and the trail agree on it',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-outcomes-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { sessions, approvals, audit, inspect, close } = sqliteState(join(folder, 'state.db'), { busyTimeoutMs: 60_000 });
    onTestFinished(() => close());
    const engine = testsEngine({ sessions, approvals, audit });
    const reports = { ok: 'p0', error: 'p1' } as const;
    const children = Object.entries(reports).map(([status, name]) =>
      start('outcomeWorker.ts', [folder, name, status, String(ROUNDS)]),
    );
    onTestFinished(() => children.forEach(child => child.kill('SIGKILL')));
    const all = Promise.all(children.map(ended));
    const held: boolean[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      expect((await engine.evaluate(npmTest(`c${round}`))).passed).toBe(true);
      const isReady = (): boolean => Object.values(reports).every(name => existsSync(join(folder, `${name}-${round}`)));
      await expect.poll(isReady, WAIT).toBe(true);
      writeFileSync(join(folder, `go-${round}`), '');
      const told = (): number =>
        audit
          .read()
          .filter(({ record }) => 'callId' in record && record.callId === `c${round}` && /^(outcome|anomaly)$/.test(record.type))
          .length;
      await expect.poll(told, WAIT).toBe(2);
      held.push(isEstablished((await sessions.load('s')).facts, 'tested'));
      const reset = npmTest(`r${round}`, 'touch src/a.ts');
      await engine.postAction(await engine.evaluate(reset), { status: 'ok' });
    }
    const receipts = (await all).map(({ output, errors }) => {
      expect(errors).toBe('');
      return output.trim().split('\n');
    });
    const outcomes = audit.read().flatMap(({ record }) => (record.type === 'outcome' ? [[record.callId, record.status]] : []));

    for (let round = 0; round < ROUNDS; round++) {
      const said = receipts.map(each => each[round]);
      expect([round, said.toSorted((a = '', b = '') => a.localeCompare(b))]).toEqual([round, ['recorded', 'second_outcome']]);
      const status = said[0] === 'recorded' ? 'ok' : 'error';
      expect(outcomes.filter(([callId]) => callId === `c${round}`)).toEqual([[`c${round}`, status]]);
      expect([round, held[round]]).toEqual([round, status === 'ok']);
    }
    expect(await inspect.reservations(Date.now())).toEqual([]);
    expect((await inspect.counters(Date.now())).map(({ charged }) => charged)).toEqual([ROUNDS * 2]);
    expect((await sessions.load('s')).outcomes).toMatchObject({ ok: expect.any(Number), unknown: 0 });
    expect(audit.verify()).toMatchObject({ valid: true });
  },
);
