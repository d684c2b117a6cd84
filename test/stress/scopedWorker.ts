import { writeSync } from 'node:fs';

import { builtinSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { OpenDriver, SqliteValue } from '@licet/adapters/sqlite';
import { giveAnswer } from '@licet/core/store';

import { scopedEngine, scopedScope } from './scopedPolicy.ts';

/**
 * Makes calls under a yes for several calls until one is stopped, or answers the request with such a yes. It kills itself at the given statement, before
 * or after it ran. Every call that it would have run is on its output.
 */
const [file = '', name = '', killAt = '0', does = 'call', uses = '0'] = process.argv.slice(2);
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

const state = sqliteState(file, { open, busyTimeoutMs: 60_000 });
const engine = scopedEngine(state);

if (does === 'answer') {
  const [waiting] = await state.approvals.pending(Date.now());
  statements = 0;
  if (waiting !== undefined)
    await giveAnswer(
      state,
      waiting,
      { granted: [true], by: 'ann', channel: 'code', scope: scopedScope(Number(uses)) },
      Date.now(),
    );
} else
  for (let call = 0; ; call++) {
    const evaluation = await engine.evaluate({
      kind: 'tool',
      tool: 'send',
      payload: {},
      sessionId: 's',
      callId: `${name}.${call}`,
    });
    if (evaluation.code === 'store_unavailable' || evaluation.code === 'audit_unavailable') throw new Error(evaluation.code);
    if (!evaluation.passed) break;
    writeSync(1, `${evaluation.id}\n`);
  }
