import { sqliteState } from '@licet/adapters/sqlite';
import { All, PolicyEngine, When } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { Facts, Requires } from '@licet/guards';

import { UNHURRIED } from '../support/unhurried.ts';

/** Earns a fact, makes it void, and asks for it, in turns of its own; what each call is stands in its id. */
const [file = '', name = '', rounds = '0'] = process.argv.slice(2);
const place = { root: '/w', home: '/home/u', files: memoryFiles({ '/w/src/a.ts': 'file' }) };
const { sessions, approvals, audit, close } = sqliteState(file, { busyTimeoutMs: 60_000 });
const policy = All(
  Facts({ ...place, facts: { tested: { earnedBy: { runs: 'tests' }, resetBy: { writes: ['src/**'] } } } }),
  When({ runs: 'git commit' }, Requires('tested', place)),
);
const effects = analyzeEffects({ ...place, env: {} });
const engine = new PolicyEngine(policy, { sessions, approvals, audit, effects, default: 'pass', ...UNHURRIED });

const COMMANDS = { earn: 'npm test', ask: 'git commit -m x', void: 'touch src/a.ts' } as const;
const TURNS = ['earn', 'ask', 'earn', 'void', 'ask'] as const;
const first = Number(name.slice(1));

for (let round = 0; round < Number(rounds); round++) {
  const what = TURNS[(first + round * (1 + (first % 3))) % TURNS.length] ?? 'ask';
  const action = {
    kind: 'bash',
    cwd: '/w',
    sessionId: 's',
    callId: `${name}-${round}-${what}`,
    payload: { command: COMMANDS[what] },
  };
  const evaluation = await engine.evaluate(action);
  if (evaluation.code === 'store_unavailable' || evaluation.code === 'audit_unavailable') throw new Error(evaluation.code);
  if (evaluation.errors.length > 0) throw new Error(evaluation.errors[0]?.message);
  if (evaluation.passed) await engine.postAction(action, { status: 'ok' });
  process.stdout.write('.');
}
close();
