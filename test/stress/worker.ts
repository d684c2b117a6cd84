import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine, When, block, guard } from '@licet/core';
import type { GuardNode } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { Budget, RateLimit } from '@licet/guards';

import { UNHURRIED } from '../support/unhurried.ts';

const [file = '', name = '', count = '0', max = '0', limit = 'budget'] = process.argv.slice(2);
const stop = guard('stop', () => block('enough', { fix: 'stop' }));

/** Limits that all processes share. */
const LIMITS: Readonly<Record<string, (most: number) => GuardNode>> = {
  budget: most => Budget({ max: most, per: 'project' }),
  count: most => When(celCondition(`count({"kind": "bash", "per": "project"}, "1d") >= ${most}`), stop),
  sum: most => When(celCondition(`sum({"kind": "bash", "per": "project"}, "amount") + action.payload.amount > ${most}.0`), stop),
  distinct: most => RateLimit({ max: most, window: '1d', per: 'project', distinct: 'to' }),
};
const { sessions, approvals, audit, close } = sqliteState(file, { busyTimeoutMs: 60_000 });
const engine = new PolicyEngine(LIMITS[limit]?.(Number(max)) ?? stop, {
  default: 'pass',
  sessions,
  approvals,
  audit,
  ...UNHURRIED,
});

let passed = 0;
for (let index = 0; index < Number(count); index++) {
  const action = { kind: 'bash', sessionId: name, callId: String(index), payload: { amount: 1, to: `${name} ${index}` } };
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
