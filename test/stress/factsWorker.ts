import { postgresState } from '@licet/adapters/postgres';
import { sqliteState } from '@licet/adapters/sqlite';
import type { Action } from '@licet/core';
import { All, PolicyEngine, When } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { Facts, Requires } from '@licet/guards';

import { UNHURRIED, UNHURRIED_POSTGRES } from '../support/unhurried.ts';

/**
 * Earns a fact, makes it void, and asks for it, in separate turns; the id of each call tells what it is. `where` is a file of SQLite, or the
 * address of a PostgreSQL server whose schema is named: while that is away, the same call comes again.
 */
const [where = '', name = '', rounds = '0', schema = ''] = process.argv.slice(2);
const isServer = schema !== '';
const place = { root: '/w', home: '/home/u', files: memoryFiles({ '/w/src/a.ts': 'file' }) };
const { sessions, approvals, audit, close } = isServer
  ? postgresState({ uri: where, schema, ...UNHURRIED_POSTGRES })
  : sqliteState(where, { busyTimeoutMs: 60_000 });
const policy = All(
  Facts({ ...place, facts: { tested: { earnedBy: { runs: 'tests' }, resetBy: { writes: ['src/**'] } } } }),
  When({ runs: 'git commit' }, Requires('tested', place)),
);
const effects = analyzeEffects({ ...place, env: {} });
const engine = new PolicyEngine(policy, { sessions, approvals, audit, effects, default: 'pass', ...UNHURRIED });

const COMMANDS = { earn: 'npm test', ask: 'git commit -m x', void: 'touch src/a.ts' } as const;
const TURNS = ['earn', 'ask', 'earn', 'void', 'ask'] as const;
const first = Number(name.slice(1));

/** Whether the call was decided and its outcome heard: not while the server is away. */
async function made(action: Action): Promise<boolean> {
  const evaluation = await engine.evaluate(action);
  const isAway = evaluation.code === 'store_unavailable' || evaluation.code === 'audit_unavailable';
  if (isAway && isServer) return false;
  if (isAway) throw new Error(evaluation.code);
  if (evaluation.errors.length > 0) throw new Error(evaluation.errors[0]?.message);
  if (!evaluation.passed) return true;
  const receipt = await engine.postAction(action, { status: 'ok' });
  return receipt.recorded || receipt.code === 'second_outcome';
}

for (let round = 0; round < Number(rounds); round++) {
  const what = TURNS[(first + round * (1 + (first % 3))) % TURNS.length] ?? 'ask';
  const action = {
    kind: 'bash',
    cwd: '/w',
    sessionId: 's',
    callId: `${name}-${round}-${what}`,
    payload: { command: COMMANDS[what] },
  };
  while (!(await made(action).catch(cause => (isServer ? false : Promise.reject(cause)))))
    await new Promise(resolve => setTimeout(resolve, 20));
  process.stdout.write('.');
}
await close();
