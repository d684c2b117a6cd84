import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';

import { UNHURRIED } from '../support/unhurried.ts';

const [file = '', name = '', count = '0', max = '0'] = process.argv.slice(2);
const { sessions, approvals, audit, close } = sqliteState(file, { busyTimeoutMs: 60_000 });
const engine = new PolicyEngine(Budget({ max: Number(max), per: 'project' }), { sessions, approvals, audit, ...UNHURRIED });

let passed = 0;
for (let index = 0; index < Number(count); index++) {
  const action = { kind: 'bash', sessionId: name, callId: String(index) };
  const evaluation = engine.evaluateSync(action);
  if (evaluation.code === 'store_unavailable' || evaluation.code === 'audit_unavailable')
    throw new Error(evaluation.errors[0]?.message ?? evaluation.code);
  if (index % 50 === 0 && engine.evaluateSync(action).passed !== evaluation.passed)
    throw new Error('the same call was ruled differently');
  if (evaluation.passed) passed++;
  if (process.send === undefined) process.stdout.write(evaluation.passed ? 'p' : 'b');
}
close();
process.stdout.write(`\n${passed}\n`);
