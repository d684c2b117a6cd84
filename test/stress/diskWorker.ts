import { readFileSync } from 'node:fs';

import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';

import { UNHURRIED } from '../support/unhurried.ts';

/** How many calls are stopped one after the other before the worker takes it that all further ones are. */
const STOPPED = 12;

/**
 * Evaluates calls with large arguments for as long as it is told to, or until enough of them were stopped in a row. Says one
 * line each: `pass`, or the code and the message of what stopped it.
 */
const [file = '', name = '', count = '0'] = process.argv.slice(2);
const { sessions, approvals, audit } = sqliteState(file, { busyTimeoutMs: 100 });
const engine = new PolicyEngine(Budget({ max: 1e9, per: 'project', name: 'calls' }), {
  sessions,
  approvals,
  audit,
  ...UNHURRIED,
});
const content = readFileSync(import.meta.filename, 'utf8').slice(0, 1_500);

process.on('SIGXFSZ', () => undefined);
for (let call = 0, stopped = 0; call < Number(count) && stopped < STOPPED; call++) {
  const evaluation = engine.evaluateSync({ kind: 'write', sessionId: name, callId: `${call}`, payload: { content } });
  const [error] = evaluation.errors;
  stopped = evaluation.passed ? 0 : stopped + 1;
  console.log(evaluation.passed ? `pass ${evaluation.id}` : `stop ${evaluation.ruling} ${error?.code} ${error?.message}`);
}
