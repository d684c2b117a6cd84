import { writeSync } from 'node:fs';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteValue } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';

import { UNHURRIED } from '../support/unhurried.ts';

/**
 * Evaluates calls and reports outcomes until it kills itself, at the given statement, before or after it ran. Every call
 * that it would have run is on its output, written before the next step.
 */
const [file = '', name = '', killAt = '0', max = '0'] = process.argv.slice(2);
let statements = 0;

function counted<T>(run: () => T): T {
  statements += 1;
  const at = Number(killAt);
  if (statements === at && at % 2 === 0) process.kill(process.pid, 'SIGKILL');
  const result = run();
  if (statements === at) process.kill(process.pid, 'SIGKILL');
  return result;
}

const open: OpenDriver = path => {
  const driver = builtinSqlite(path);
  return {
    exec: sql => counted(() => driver.exec(sql)),
    prepare(sql) {
      const statement = driver.prepare(sql);
      return {
        run: (...params: readonly SqliteValue[]) => counted(() => statement.run(...params)),
        get: (...params: readonly SqliteValue[]) => counted(() => statement.get(...params)),
        all: (...params: readonly SqliteValue[]) => counted(() => statement.all(...params)),
      };
    },
    close: () => driver.close(),
  };
};

const { sessions, approvals, audit } = sqliteState(file, { open, busyTimeoutMs: 60_000 });
const engine = new PolicyEngine(Budget({ max: Number(max), per: 'project', name: 'calls' }), {
  sessions,
  approvals,
  audit,
  ...UNHURRIED,
});

for (let call = 0; ; call++) {
  const evaluation = engine.evaluateSync({ kind: 'bash', sessionId: name, callId: String(call) });
  if (evaluation.code === 'store_unavailable' || evaluation.code === 'audit_unavailable') throw new Error(evaluation.code);
  writeSync(1, `${evaluation.passed ? 'ran' : 'stopped'} ${evaluation.id}\n`);
  if (!evaluation.passed && call > 30) break;
  if (evaluation.passed && call % 3 !== 0) await engine.postAction(evaluation, { status: call % 3 === 1 ? 'ok' : 'cancelled' });
}
