import { writeSync } from 'node:fs';

import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine, guard, pass } from '@licet/core';

import { UNHURRIED } from '../support/unhurried.ts';

/** Evaluates, and says the identity of every action that it was let through: that is when it would have acted. */
const [file = '', name = '', count = '0'] = process.argv.slice(2);
const { audit } = sqliteState(file, { busyTimeoutMs: 60_000 });
const engine = new PolicyEngine(
  guard('yes', () => pass()),
  { audit, ...UNHURRIED },
);

for (let index = 0; index < Number(count); index++) {
  const payload = { text: 'x'.repeat((index * 37) % 900) };
  const evaluation = engine.evaluateSync({ kind: 'bash', sessionId: name, callId: String(index), payload });
  if (!evaluation.passed) throw new Error(evaluation.reason);
  writeSync(1, `${evaluation.id}\n`);
}
