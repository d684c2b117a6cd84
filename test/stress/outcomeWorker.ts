import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';

import { npmTest, testsEngine } from './outcomePolicy.ts';

/** Reports a separate outcome for each call in turn, as soon as the file of the call is there, and prints what became of it. */
const [folder = '', name = '', status = 'ok', rounds = '0'] = process.argv.slice(2);
const { sessions, approvals, audit, close } = sqliteState(join(folder, 'state.db'), { busyTimeoutMs: 60_000 });
const engine = testsEngine({ sessions, approvals, audit });
const nap = new Int32Array(new SharedArrayBuffer(4));
for (let round = 0; round < Number(rounds); round++) {
  // What is read once is at hand afterwards: only the report itself lies behind the barrier.
  await sessions.load('s');
  writeFileSync(join(folder, `${name}-${round}`), '');
  while (!existsSync(join(folder, `go-${round}`))) Atomics.wait(nap, 0, 0, 1);
  const receipt = await engine.postAction(npmTest(`c${round}`), { status: status as 'ok' | 'error' });
  process.stdout.write(`${receipt.recorded ? 'recorded' : receipt.code}\n`);
}
close();
